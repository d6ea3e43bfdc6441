import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Attributes } from '#contract/errors.ts'

import { placeRefusal } from './form-errors.ts'

type Judged = {
  /** All that is wrong now, by the name of the field. */
  problems: Attributes
  /** What the service said of the request that was last sent, until something is typed. */
  refused: ApiError | undefined
  isField: (path: string) => boolean
}

/** A form's problems as far as they are to be read: at fields that were left, and all once it was to be sent. */
export function useShownProblems({ problems, refused, isField }: Judged) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const refusal = refused && placeRefusal(refused, (path) => (isField(path) ? path : undefined))
  const shown = Object.entries(problems).filter(([field]) => isSubmitted || left.has(field))
  const said = Object.entries(refusal?.atFields ?? {}).map(([field, words]) => [field, [words]])
  return {
    errors: Object.fromEntries([...shown, ...said]) as Attributes,
    /** What names no field. */
    above: refusal?.above.join('\n') || undefined,
    onLeave: (field: string) => setLeft(new Set([...left, field])),
    showAll: () => setSubmitted(true),
    /** As if nothing had been touched yet. */
    startOver: () => {
      setSubmitted(false)
      setLeft(new Set())
    },
  }
}
