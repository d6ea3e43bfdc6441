import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { PLACES } from './nav-items.ts'

/** Every place, and the ticket. */
const JUMPS = [...PLACES, { to: '/smart-trades/new', key: 'n' }] as const

/** `g` and a letter within this many milliseconds. */
const CHORD = 1_000

/**
 * Ctrl+K or Cmd+K and `/` open the palette, `?` the list of keys; `g` and a letter jump. No key
 * sends anything.
 */
export function useJumpKeys(openSheet: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate()
  const open = useEffectEvent(openSheet)

  useEffect(() => {
    let armedAt = -CHORD
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        open('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '/' || event.key === '?') {
        event.preventDefault()
        open(event.key === '/' ? 'palette' : 'keys')
      } else if (event.key === 'g') {
        armedAt = event.timeStamp
      } else if (event.timeStamp - armedAt < CHORD) {
        armedAt = -CHORD
        const place = JUMPS.find(({ key }) => key === event.key)
        // The page that opens may put the focus into a field, which this key is not for.
        if (place) event.preventDefault()
        if (place) void navigate({ to: place.to }).then(focusPage)
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate])
}

/** The next tab stop is the page's own, unless it has put the focus somewhere itself. */
function focusPage(): void {
  const main = document.getElementById('main')
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

/** A dialog keeps the keys to itself, as a field does. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null
