import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether what stands in an element is wider than the element, so that it scrolls sideways. */
export function useIsWider(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null)
  const [isWider, setWider] = useState(false)
  useEffect(() => {
    const box = frame.current
    if (!box) return undefined
    const observer = new ResizeObserver(() => setWider(box.scrollWidth > box.clientWidth + 1))
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [frame, isWider]
}
