import { cloneElement, type ReactElement, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

import { classNames } from './class-names.ts'

type TooltipProps = {
  text: string
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

/** `over`: bottom edge if there is no room below. */
type Place = { left: number; top: number; over: number }

const EDGE = 8

/**
 * A sentence on hover, keyboard focus or press. The pointer can enter it; Escape or a touch
 * elsewhere closes it. Radix's would add its positioning code to the first page.
 */
export const Tooltip = Object.assign(LiveTooltip, {
  /** Without React there is no floating text yet. */
  draw: ({ children }: TooltipProps) => children,
})

function LiveTooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [place, setPlace] = useState<Place | undefined>(undefined)
  const isOpen = place !== undefined

  useEffect(() => {
    if (!isOpen) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(undefined)
    const closeByTouch = (event: PointerEvent) =>
      event.pointerType !== 'mouse' && setPlace(undefined)
    window.addEventListener('keydown', close)
    window.addEventListener('pointerdown', closeByTouch)
    return () => {
      window.removeEventListener('keydown', close)
      window.removeEventListener('pointerdown', closeByTouch)
    }
  }, [isOpen])

  const openAt = (wrapper: Element) => {
    const box = wrapper.firstElementChild?.getBoundingClientRect()
    if (!box) return
    setPlace({ left: box.left + box.width / 2, top: box.bottom, over: box.top })
  }

  return (
    <span
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && openAt(event.currentTarget)}
      onPointerLeave={() => setPlace(undefined)}
      onFocus={(event) => event.target.matches(':focus-visible') && openAt(event.currentTarget)}
      onClick={(event) => openAt(event.currentTarget)}
      onBlur={() => setPlace(undefined)}
    >
      {cloneElement(children, isOpen ? { 'aria-describedby': id } : {})}
      {place && createPortal(<Bubble id={id} text={text} place={place} />, document.body)}
    </span>
  )
}

function Bubble({ id, text, place }: { id: string; text: string; place: Place }) {
  const [shift, setShift] = useState(0)
  const [isOver, setOver] = useState(false)
  const keepInside = (bubble: HTMLDivElement | null) => {
    if (!bubble) return
    const box = bubble.getBoundingClientRect()
    const over = Math.max(0, box.right + EDGE - document.documentElement.clientWidth)
    setShift((now) => now + Math.max(0, EDGE - box.left) - over)
    const isTooLow = place.top + box.height + EDGE > document.documentElement.clientHeight
    setOver(isTooLow && place.over - box.height >= EDGE)
  }
  return (
    <div
      ref={keepInside}
      className={classNames(
        'appear-late fixed z-60 -translate-x-1/2 py-1.5',
        isOver && '-translate-y-full',
      )}
      style={{ left: place.left + shift, top: isOver ? place.over : place.top }}
    >
      <div
        id={id}
        role="tooltip"
        className="max-w-[min(17.5rem,calc(100vw-1rem))] rounded-m bg-overlay px-2 py-1 text-caption text-ink shadow-pop"
      >
        {text}
      </div>
    </div>
  )
}
