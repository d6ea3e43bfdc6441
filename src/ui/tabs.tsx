import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The row that holds tabs, also around links. */
export const tabListClass = (className?: string): string =>
  classNames(
    'flex gap-5 overflow-x-auto shadow-[inset_0_-1px_0_var(--hairline)] [scrollbar-width:none] max-sm:gap-6',
    className,
  )

/** One tab. On a link set `aria-current="page"` (the router does) to mark the chosen one. */
export const tabClass = (className?: string): string =>
  classNames(
    'flex h-9 min-w-6 flex-none items-center justify-center gap-1.5 border-b-2 border-transparent pt-0.5 font-medium text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 max-sm:h-11',
    'aria-[current=page]:border-accent aria-[current=page]:text-ink data-[state=active]:border-accent data-[state=active]:text-ink',
    className,
  )

type TabsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  /** What the chosen tab shows. */
  children: ReactNode
  className?: string | undefined
}

/** Views of one thing. Tabs that are addresses are links with `tabClass` instead. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, value, onChange, tabs, children, className } = props
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={className}
    >
      <RadixTabs.List aria-label={label} className={tabListClass()}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={tabClass()}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <RadixTabs.Content value={value} tabIndex={-1} className="outline-none">
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  )
}
