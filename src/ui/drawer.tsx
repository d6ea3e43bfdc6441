import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'

type DrawerProps = {
  /** Label for screen readers. */
  label: string
  /** Title line and captions; `headerActions` may hold previous and next buttons. */
  header: ReactNode
  headerActions?: ReactNode
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * A row's detail beside the list, for a page's `drawer`: docked from 1440 px, where `Page` reserves
 * the room; floating below, full page on a phone.
 */
export function Drawer({ label, header, headerActions, footer, onClose, children }: DrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside
      ref={panel}
      aria-label={label}
      tabIndex={-1}
      data-state="open"
      onKeyDown={closeByKey}
      className="enter-side fixed top-(--top-bar) right-0 bottom-0 z-30 flex w-108 max-w-full flex-col border-l border-hairline-2 bg-overlay outline-none sm:max-dock:shadow-side max-sm:w-full max-sm:border-l-0"
    >
      <header className="flex items-start gap-2 px-5 pt-3.5 max-sm:px-4">
        <div className="min-h-10 min-w-0 flex-1">{header}</div>
        <div className="-mr-2 flex flex-none gap-1">
          {headerActions}
          <Button look="quiet" isIcon aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
      </header>
      <div className="content-width min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4 max-sm:px-4">
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex items-center gap-3 border-t border-hairline px-5 py-3.5 max-sm:px-4 max-sm:pb-[max(0.875rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </aside>
  )
}
