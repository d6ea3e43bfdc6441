import { Menu as RadixMenu } from 'radix-ui/internal'
import type { ReactNode } from 'react'
import { MenuParts } from './menu.tsx'
import { type Opened, useFocusBack } from './opener.tsx'

export type MenuPanelProps = Opened & {
  label: string
  align: 'start' | 'end'
  children: ReactNode
}

/** The open menu. Not modal, so that the page's content policy holds. */
export function MenuPanel(props: MenuPanelProps) {
  const { id, label, align, anchor, isOpen, onOpenChange, children } = props
  const focusBack = useFocusBack(anchor)
  return (
    <MenuParts value={RadixMenu}>
      <RadixMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
        <RadixMenu.Anchor virtualRef={{ current: anchor }} />
        <RadixMenu.Portal>
          <RadixMenu.Content
            id={id}
            aria-label={label}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            {...focusBack}
            className="enter-pop z-40 min-w-50 rounded-l bg-overlay p-1 shadow-pop"
          >
            {children}
          </RadixMenu.Content>
        </RadixMenu.Portal>
      </RadixMenu.Root>
    </MenuParts>
  )
}
