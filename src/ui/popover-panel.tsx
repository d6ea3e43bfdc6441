import { Popover as RadixPopover } from 'radix-ui'

import { type FloatingPanelProps, useFloating } from './popover.tsx'

export function PopoverPanel(props: FloatingPanelProps) {
  const { anchor, isOpen, onOpenChange, children } = props
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={{ current: anchor }} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          {...useFloating(props)}
          className="enter-pop z-40 max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) min-w-50 overflow-y-auto rounded-l bg-overlay p-3 shadow-pop outline-none"
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
