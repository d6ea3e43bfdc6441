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

import { lazyPanel } from './lazy-panel.tsx'

/** What a floating panel has to know of the button that opens it. */
export type Opened = {
  id: string
  /** Where it floats, and where the focus goes back to. */
  anchor: HTMLElement | null
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/**
 * The state of a panel that a button opens. Its code comes when somebody turns to the button, by
 * pointer or focus, so that no page waits for it and hardly a click.
 */
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
      // What does not come is said when the panel is opened.
      () => undefined,
    )
  return {
    opened: { id, anchor, isOpen, onOpenChange },
    /** Closed, it stands ready to hear the key that opens it. */
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

/** The button of a panel, wherever its click and its keys come from within. */
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

export const popoverTriggerState = (opens: 'menu' | 'dialog', isOpen: boolean, id: string) => ({
  'aria-haspopup': opens,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? id : undefined,
})

export type FloatingPanelProps = Opened & {
  label: string
  align: 'start' | 'end'
  children: ReactNode
}

/**
 * What a floating panel is besides its content: its name, its place by the button, and that a closed
 * one gives the focus back unless something else was clicked on.
 */
export function useFloating({ id, label, align, anchor }: FloatingPanelProps) {
  const isElsewhere = useRef(false)
  return {
    id,
    'aria-label': label,
    align,
    sideOffset: 6,
    collisionPadding: 8,
    onInteractOutside(event: Event) {
      // A press of the button itself closes the panel by the button's own doing.
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
        <PopoverPanel {...opened} label={label} align={align}>
          {children}
        </PopoverPanel>
      )}
    </>
  )
}
