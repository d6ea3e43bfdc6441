import { Menu as RadixMenu } from 'radix-ui/internal'

import { MenuParts } from './menu.tsx'
import { type FloatingPanelProps, useFloating } from './popover.tsx'

/** The open menu. Not modal, because of the page's content policy. */
export function MenuPanel(props: FloatingPanelProps) {
  const { anchor, isOpen, onOpenChange, children } = props
  return (
    <MenuParts value={RadixMenu}>
      <RadixMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
        <RadixMenu.Anchor virtualRef={{ current: anchor }} />
        <RadixMenu.Portal>
          <RadixMenu.Content
            {...useFloating(props)}
            className="enter-pop z-40 max-h-(--radix-popper-available-height) max-w-(--radix-popper-available-width) min-w-50 overflow-y-auto rounded-l bg-overlay p-1 shadow-pop"
          >
            {children}
          </RadixMenu.Content>
        </RadixMenu.Portal>
      </RadixMenu.Root>
    </MenuParts>
  )
}
