import { type FieldErrors, type FieldValues, get } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'

export type FormState<Values extends FieldValues> = {
  errors: FieldErrors<Values>
  touchedFields: object
  isSubmitted: boolean
}

/**
 * What stands under a field: the service's word until the field is edited, otherwise what the
 * contract says now, once the field was left or the form was to be sent. The contract is asked
 * afresh for every key, so a rule that ties two fields never leaves an old sentence behind.
 */
export function fieldError<Values extends FieldValues>(
  { errors, touchedFields, isSubmitted }: FormState<Values>,
  issues: Attributes,
  ...fields: string[]
): string | undefined {
  for (const field of fields) {
    const refused = get(errors, field) as { type?: unknown; message?: unknown } | undefined
    if (refused?.type === 'service' && typeof refused.message === 'string') return refused.message
  }
  for (const field of fields) {
    const [sentence] = issues[field] ?? []
    if (sentence !== undefined && (isSubmitted || wasLeft(get(touchedFields, field)))) {
      return sentence
    }
  }
  return undefined
}

/** Leaving any part of a group counts for what is said of the whole. */
const wasLeft = (touched: unknown): boolean =>
  touched === true ||
  (typeof touched === 'object' && touched !== null && Object.values(touched).some(wasLeft))
