import type { MouseEvent } from 'react'

/**
 * Whether a click on a row opens what it is about: all of the row does, but for its buttons. Its link
 * does by itself what is asked for with a key: a new tab.
 */
export function opensRow(event: MouseEvent): boolean {
  if (!(event.target instanceof Element)) return false
  if (event.target.closest('button')) return false
  if (!event.target.closest('a')) return true
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  event.preventDefault()
  return true
}
