import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from 'react'

import { popoverTriggerState } from './button-class.ts'
import { lazyPanel } from './lazy-panel.tsx'

/** A floating panel's data about its button. */
export type Opened = {
  id: string
  /** Position, and target of the returning focus. */
  anchor: HTMLElement | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** State of a button's panel, whose code loads on hover or focus of the button. */
export function usePopoverTrigger(
  isOpen: boolean,
  onOpenChange: (isOpen: boolean) => void,
  preload: () => Promise<unknown>,
) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isReady, setReady] = useState(false)
  const prepare = () =>
    void preload().then(
      () => setReady(true),
      // The open panel reports a failure to load.
      () => undefined,
    )
  return {
    opened: { id, anchor, isOpen, onOpenChange },
    /** Mounted while closed, to receive the key that opens it. */
    isMounted: isReady || isOpen,
    prepare,
    setAnchor,
  }
}

type PopoverTriggerProps = {
  opens: 'menu' | 'dialog'
  trigger: ReactElement
  opened: Opened
  prepare: () => void
  setAnchor: (button: HTMLElement | null) => void
}

/** A panel's button, for clicks and keys from any element in it. */
export function PopoverTrigger({
  opens,
  trigger,
  opened,
  prepare,
  setAnchor,
}: PopoverTriggerProps) {
  const { id, isOpen, onOpenChange } = opened
  const turn = (event: SyntheticEvent, next: boolean) => {
    setAnchor(event.currentTarget.querySelector('button'))
    onOpenChange(next)
  }
  const press = (event: KeyboardEvent) => {
    if (opens !== 'menu' || event.key !== 'ArrowDown') return
    event.preventDefault()
    turn(event, true)
  }
  return (
    <span
      className="contents"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => turn(event, !isOpen)}
      onKeyDown={press}
    >
      {cloneElement(trigger as ReactElement<object>, popoverTriggerState(opens, isOpen, id))}
    </span>
  )
}

export type FloatingPanelProps = Opened & {
  label: string
  align: 'start' | 'end'
  children: ReactNode
}

/** Name and position of a panel; returns the focus, unless something else was clicked. */
export function useFloating({ id, label, align, anchor }: FloatingPanelProps) {
  const isElsewhere = useRef(false)
  return {
    id,
    'aria-label': label,
    align,
    sideOffset: 6,
    collisionPadding: 8,
    onInteractOutside(event: Event) {
      // The button itself closes the panel on its press.
      if (event.target instanceof Node && anchor?.contains(event.target)) {
        event.preventDefault()
      } else isElsewhere.current = true
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (!isElsewhere.current) anchor?.focus()
      isElsewhere.current = false
    },
  }
}

const PopoverPanel = lazyPanel(async () => (await import('./popover-panel.tsx')).PopoverPanel, {
  onGiveUp: ({ onOpenChange }) => onOpenChange(false),
})

type PopoverProps = {
  label: string
  /** A button; it gets `aria-expanded`. */
  trigger: ReactElement
  align?: 'start' | 'end' | undefined
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** A small floating panel that leaves the page active: filters, columns. */
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
        <PopoverPanel {...opened} label={label} align={align}>
          {children}
        </PopoverPanel>
      )}
    </>
  )
}
