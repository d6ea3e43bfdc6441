import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { tabClass, tabListClass } from './tab-class.ts'

type TabsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  children: ReactNode
  className?: string | undefined
}

/** Tabs of views; use links with `tabClass` for addresses. */
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
