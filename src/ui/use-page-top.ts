import { type RefObject, useLayoutEffect, useState } from 'react'

/** How far below the page's top an element begins; follows whatever above it changes height. */
export function usePageTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    const watching = new ResizeObserver(measure)
    watching.observe(document.body)
    measure()
    return () => watching.disconnect()
  }, [element])
  return top
}
