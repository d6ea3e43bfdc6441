import { useCallback, useId, useRef, useState } from 'react'

import { preloadMenu } from '#ui/menu.tsx'
import type { Opened } from '#ui/opener.tsx'

type RowMenu = {
  /** The row it was last opened at. */
  row: number | undefined
  opened: Opened
  /** Whether its code is there, so that it can stand ready. */
  isReady: boolean
  prepare: () => void
  toggle: (row: number, button: HTMLElement) => void
}

/** One menu for all rows, floating at the button of the row it was opened at. */
export function useRowMenu(): RowMenu {
  const id = useId()
  const anchor = useRef<HTMLElement>(null)
  const [isReady, setReady] = useState(false)
  const [{ row, isOpen }, setState] = useState<{ row?: number; isOpen: boolean }>({ isOpen: false })

  const prepare = () =>
    void preloadMenu().then(
      () => setReady(true),
      // What does not come is said when the menu is opened.
      () => undefined,
    )
  const toggle = useCallback((next: number, button: HTMLElement) => {
    anchor.current = button
    setState((before) => ({ row: next, isOpen: !before.isOpen || before.row !== next }))
  }, [])
  const onOpenChange = (next: boolean) => setState((before) => ({ ...before, isOpen: next }))

  return { row, opened: { id, anchor, isOpen, onOpenChange }, isReady, prepare, toggle }
}
