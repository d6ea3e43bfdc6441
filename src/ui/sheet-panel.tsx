import { Dialog } from 'radix-ui'
import { useRef } from 'react'

import { ArmedButton, ArmedLink } from './armed-button.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { SheetAction, SheetProps } from './sheet.tsx'

/** The open sheet: modal, at the right edge, from below on a phone. */
export function SheetPanel(props: SheetProps) {
  const { isOpen, onClose, title, context, statement, cancelLabel, above, action, link, children } =
    props
  const { isReal = false, isHeld = false, leadsOn = false, width = 'review' } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const focusedBefore = useRef<Element>(null)
  const hold = (event: Event) => isHeld && event.preventDefault()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && !isHeld && onClose()}>
      <Dialog.Portal>
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          data-sheet=""
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusedBefore.current = document.activeElement
            cancel.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
          }}
          onEscapeKeyDown={hold}
          onPointerDownOutside={hold}
          {...(statement === undefined && { 'aria-describedby': undefined })}
          className={classNames(
            'enter-side fixed inset-y-0 right-0 z-50 flex max-w-full flex-col bg-overlay shadow-side outline-none short:scroll-pb-44 short:overflow-y-auto short:overscroll-contain',
            'max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:max-h-[94dvh] max-sm:w-full max-sm:rounded-t-sheet',
            width === 'stop' ? 'w-108' : 'w-122',
            isReal && 'border-t-2 border-caution-fill',
          )}
        >
          <span
            aria-hidden="true"
            className="absolute top-2 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-edge sm:hidden"
          />
          <header className="border-b border-hairline px-6 pt-4.5 pb-3.5 max-sm:px-4 max-sm:pt-5">
            <div className="mb-1.5 flex min-w-0 items-center gap-2 text-ink-2 empty:hidden">
              {context}
            </div>
            <Dialog.Title className="text-sheet font-semibold">{title}</Dialog.Title>
            {statement !== undefined && (
              <Dialog.Description className="text-ink-2">{statement}</Dialog.Description>
            )}
          </header>
          <div className="content-width min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-2 max-sm:px-4 short:flex-[1_0_auto] short:overflow-visible">
            {children}
          </div>
          <div className="grid gap-2 border-t border-hairline px-6 py-3 empty:hidden max-sm:px-4">
            {above}
          </div>
          <footer className="flex items-end short:sticky short:bottom-0 short:z-10 short:bg-overlay justify-between gap-3 border-t border-hairline px-6 py-3.5 max-sm:flex-col-reverse max-sm:items-stretch max-sm:px-4 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]">
            {leadsOn ? (
              <ArmedButton size="large" onClick={onClose}>
                {cancelLabel}
              </ArmedButton>
            ) : (
              <Button
                ref={cancel}
                size="large"
                onClick={onClose}
                aria-disabled={isHeld || undefined}
              >
                {cancelLabel}
              </Button>
            )}
            {action !== undefined && action !== false && <Action key={action.step} {...action} />}
            {link !== undefined && link !== false && <ArmedLink>{link}</ArmedLink>}
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Action = ({ step: _step, label, ...button }: SheetAction) => (
  <ArmedButton size="large" {...button}>
    {label}
  </ArmedButton>
)
