import type { FormEventHandler, KeyboardEventHandler, ReactNode } from 'react'

import { Note } from '#ui/note.tsx'

type FormFrameProps = {
  label: string
  /** Lets a button outside the form submit it. */
  id?: string | undefined
  onSubmit: FormEventHandler<HTMLFormElement>
  onKeyDown?: KeyboardEventHandler<HTMLFormElement> | undefined
  refusal?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** Common frame of forms. The contract has the rules, so the browser's own are off. */
export function FormFrame(props: FormFrameProps) {
  const { label, id, onSubmit, onKeyDown, refusal, className, children } = props
  return (
    <form
      id={id}
      aria-label={label}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className={className}
    >
      {refusal !== undefined && (
        <Note tone="caution" isAnnounced className="mb-3">
          <span className="whitespace-pre-line">{refusal}</span>
        </Note>
      )}
      {children}
    </form>
  )
}
