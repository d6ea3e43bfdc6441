import { Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

type PopoverProps = {
  label: string
  /** A button; it gets `aria-expanded` by itself. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** A small panel that floats over the page and leaves it alive: filters, columns. */
export function Popover(props: PopoverProps) {
  const { label, trigger, align = 'start', isOpen, onOpenChange, children } = props
  return (
    <RadixPopover.Root
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="enter-pop z-40 max-h-(--radix-popover-content-available-height) min-w-50 overflow-y-auto rounded-l bg-overlay p-3 shadow-pop outline-none"
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
