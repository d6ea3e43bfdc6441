import type { Menu as RadixMenu } from 'radix-ui/internal'
import { createContext, type ReactElement, type ReactNode, use, useState } from 'react'

import { CheckIcon } from './icons.tsx'
import { lazyPanel } from './lazy-panel.tsx'
import { PopoverTrigger, usePopoverTrigger } from './popover.tsx'

/** A menu without its own button, for many buttons that share one. */
export const FloatingMenu = lazyPanel(async () => (await import('./menu-panel.tsx')).MenuPanel, {
  onGiveUp: ({ onOpenChange }) => onOpenChange(false),
})

export const preloadMenu = FloatingMenu.preload

/** Components of menu rows, loaded with the menu. */
export const MenuParts = createContext<typeof RadixMenu | undefined>(undefined)

function useParts(): typeof RadixMenu {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A row of a menu stands outside a menu')
  return parts
}

type MenuProps = {
  label: string
  /** A button; it gets `aria-expanded`. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  children: ReactNode
}

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-m px-2.5 text-ink outline-none select-none data-highlighted:bg-active data-disabled:cursor-default data-disabled:text-ink-3 coarse:min-h-11'

export function Menu({ label, trigger, align = 'start', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { opened, isMounted, ...button } = usePopoverTrigger(isOpen, setOpen, preloadMenu)
  return (
    <>
      <PopoverTrigger opens="menu" trigger={trigger} opened={opened} {...button} />
      {isMounted && (
        <FloatingMenu {...opened} label={label} align={align}>
          {children}
        </FloatingMenu>
      )}
    </>
  )
}

type MenuItemProps = {
  icon?: ReactNode
  /** Shortcut or fact at the right end. */
  detail?: ReactNode
  isOff?: boolean | undefined
  onSelect?: (() => void) | undefined
  children: ReactNode
}

export function MenuItem({ icon, detail, isOff = false, onSelect, children }: MenuItemProps) {
  const { Item } = useParts()
  return (
    <Item disabled={isOff} className={ROW} {...(onSelect && { onSelect })}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {detail !== undefined && <span className="text-caption text-ink-3">{detail}</span>}
    </Item>
  )
}

/** A menu link with the router's Link as its only child. */
export function MenuLink({ children }: { children: ReactElement }) {
  const { Item } = useParts()
  return (
    <Item asChild className={ROW}>
      {children}
    </Item>
  )
}

type MenuChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<T>) {
  const { ItemIndicator, Label, RadioGroup, RadioItem } = useParts()
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as T)}>
      <Label className="px-2.5 pt-1.5 pb-1 text-caption text-ink-3">{label}</Label>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={ROW}>
          <span className="min-w-0 flex-1">{option.label}</span>
          <ItemIndicator>
            <CheckIcon size={14} />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

export function MenuLine() {
  const { Separator } = useParts()
  return <Separator className="my-1 h-px bg-hairline" />
}
