import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'

/** What a floating panel has to know of the button that opens it. */
export type Opened = {
  id: string
  /** Where it floats, and where the focus goes back to. */
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

type OpenerProps = {
  opens: 'menu' | 'dialog'
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Fetches the panel's code. */
  preload: () => Promise<unknown>
  panel: (opened: Opened) => ReactNode
}

/**
 * A button and the panel it opens. The panel's code comes when somebody turns to the button, by
 * pointer or focus, so that no page waits for it and hardly a click.
 */
export function Opener(props: OpenerProps) {
  const { opens, trigger, isOpen, onOpenChange, preload, panel } = props
  const id = useId()
  const anchor = useRef<HTMLElement>(null)
  const [isReady, setReady] = useState(false)
  // What does not come is said when the panel is opened.
  const prepare = () =>
    void preload().then(
      () => setReady(true),
      () => undefined,
    )
  const press = (event: KeyboardEvent) => {
    if (opens !== 'menu' || event.key !== 'ArrowDown') return
    event.preventDefault()
    onOpenChange(true)
  }
  return (
    <>
      <span
        className="contents"
        ref={(span) => void (anchor.current = span?.querySelector('button') ?? null)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onOpenChange(!isOpen)}
        onKeyDown={press}
      >
        {cloneElement(trigger as ReactElement<object>, openerState(opens, isOpen, id))}
      </span>
      {(isReady || isOpen) && panel({ id, anchor, isOpen, onOpenChange })}
    </>
  )
}

/** What a button says of the panel it opens. */
export const openerState = (opens: 'menu' | 'dialog', isOpen: boolean, id: string) => ({
  'aria-haspopup': opens,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? id : undefined,
})

/** A closed panel gives the focus back, unless something else was clicked on. */
export function useFocusBack(anchor: Opened['anchor']) {
  const isElsewhere = useRef(false)
  return {
    onInteractOutside(event: Event) {
      // A press of the button itself closes the panel by the button's own doing.
      if (event.target instanceof Node && anchor.current?.contains(event.target)) {
        event.preventDefault()
      } else isElsewhere.current = true
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (!isElsewhere.current) anchor.current?.focus()
      isElsewhere.current = false
    },
  }
}
