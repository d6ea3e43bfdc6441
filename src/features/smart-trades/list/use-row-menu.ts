import { useCallback, useState } from 'react'

import type { Id } from '#contract/primitives.ts'
import { preloadMenu } from '#ui/menu.tsx'
import { usePopoverTrigger } from '#ui/popover-trigger.tsx'

/** One menu for all rows, floating at the button of the row it was opened at. */
export function useRowMenu() {
  const [{ row, isOpen }, setState] = useState<{ row?: Id; isOpen: boolean }>({ isOpen: false })
  const onOpenChange = (next: boolean) => setState((before) => ({ ...before, isOpen: next }))
  const { opened, isMounted, prepare, setAnchor } = usePopoverTrigger(
    isOpen,
    onOpenChange,
    preloadMenu,
  )

  const toggle = useCallback(
    (next: Id, button: HTMLElement) => {
      setAnchor(button)
      setState((before) => ({ row: next, isOpen: !before.isOpen || before.row !== next }))
    },
    [setAnchor],
  )
  return { row, opened, isMounted, prepare, toggle }
}
