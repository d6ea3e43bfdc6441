import { Popover as RadixPopover } from 'radix-ui'
import type { ReactNode } from 'react'
import { type Opened, useFocusBack } from './opener.tsx'

type PopoverPanelProps = Opened & { label: string; align: 'start' | 'end'; children: ReactNode }

/** The open popover. */
export function PopoverPanel(props: PopoverPanelProps) {
  const { id, label, align, anchor, isOpen, onOpenChange, children } = props
  const focusBack = useFocusBack(anchor)
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={{ current: anchor }} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...focusBack}
          className="enter-pop z-40 max-h-(--radix-popover-content-available-height) min-w-50 overflow-y-auto rounded-l bg-overlay p-3 shadow-pop outline-none"
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
