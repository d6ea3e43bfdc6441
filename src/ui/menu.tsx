import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'

type MenuProps = {
  label: string
  /** A button; it gets `aria-expanded` by itself. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  children: ReactNode
}

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-m px-2.5 text-ink outline-none select-none data-highlighted:bg-active data-disabled:cursor-default data-disabled:text-ink-3 max-sm:min-h-11'

/** Actions behind one button. Not modal, so that the page's content policy holds. */
export function Menu({ label, trigger, align = 'start', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="enter-pop z-40 min-w-50 rounded-l bg-overlay p-1 shadow-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  /** A shortcut or a fact at the right end. */
  detail?: ReactNode
  isOff?: boolean | undefined
  onSelect?: (() => void) | undefined
  children: ReactNode
}

export function MenuItem({ icon, detail, isOff = false, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item disabled={isOff} className={ROW} {...(onSelect && { onSelect })}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {detail !== undefined && <span className="text-caption text-ink-3">{detail}</span>}
    </DropdownMenu.Item>
  )
}

/** A row that is a link: pass the router's Link as its only child. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item asChild className={ROW}>
      {children}
    </DropdownMenu.Item>
  )
}

type MenuChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

/** One of several, with a tick at the chosen one. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
    >
      <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-caption text-ink-3">
        {label}
      </DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className={ROW}>
          <span className="min-w-0 flex-1">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <CheckIcon size={14} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
