import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { lazyPanel } from './lazy-panel.tsx'
import { PopoverTrigger, usePopoverTrigger } from './popover-trigger.tsx'

const PopoverPanel = lazyPanel(
  () => import('./popover-panel.tsx').then((module) => module.PopoverPanel),
  { onGiveUp: ({ onOpenChange }) => onOpenChange(false) },
)

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
export function Popover({ label, trigger, align = 'start', children, ...held }: PopoverProps) {
  const [ownIsOpen, setOwnOpen] = useState(false)
  const { isOpen = ownIsOpen, onOpenChange = setOwnOpen } = held
  const { opened, isMounted, ...button } = usePopoverTrigger(
    isOpen,
    onOpenChange,
    PopoverPanel.preload,
  )
  return (
    <>
      <PopoverTrigger opens="dialog" trigger={trigger} opened={opened} {...button} />
      {isMounted && (
        <Suspense>
          <PopoverPanel {...opened} label={label} align={align}>
            {children}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  )
}
