import { toNestErrors } from '@hookform/resolvers'
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  type UseFormSetError,
} from 'react-hook-form'

import { type ApiError, cutWords } from '#client/api-error.ts'
import type { Attributes } from '#contract/sentences.ts'

export type Judged<Request> =
  | { draft: Request; issues?: undefined }
  | { draft?: undefined; issues: Attributes }

export function contractResolver<Values extends FieldValues, Context, Request extends FieldValues>(
  judge: (values: Values, context: Context) => Judged<Request>,
): Resolver<Values, Context, Request> {
  return (values, context, options) => {
    const { draft, issues } = judge(values, context as Context)
    if (issues === undefined) return { values: draft, errors: {} }
    const flat = Object.entries(issues).map(([path, [message]]) => [
      path,
      { type: 'contract', message },
    ])
    const errors = Object.fromEntries(flat) as FieldErrors<Values>
    return {
      values: {},
      errors: toNestErrors(errors, { ...options, shouldUseNativeValidation: false }),
    }
  }
}

type FormState<Values extends FieldValues> = {
  errors: FieldErrors<Values>
  touchedFields: object
  isSubmitted: boolean
}

/** The service's refusal until edited, else the contract's error once the field was left. */
export const fieldError = <Values extends FieldValues>(
  state: FormState<Values>,
  issues: Attributes,
  ...fields: string[]
): string | undefined => errorAmong(state.errors, issues, fieldsLeft(state, issues), fields)

export const fieldsLeft = (
  { touchedFields, isSubmitted }: Pick<FormState<FieldValues>, 'touchedFields' | 'isSubmitted'>,
  issues: Attributes,
): string[] =>
  Object.keys(issues).filter((field) => isSubmitted || wasLeft(get(touchedFields, field)))

export function errorAmong<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  issues: Attributes,
  left: readonly string[],
  fields: readonly string[],
): string | undefined {
  for (const field of fields) {
    const refused = get(errors, field) as { type?: unknown; message?: unknown } | undefined
    if (refused?.type === 'service' && typeof refused.message === 'string') return refused.message
  }
  const said = fields.find((field) => left.includes(field) && issues[field]?.[0] !== undefined)
  return said === undefined ? undefined : issues[said]?.[0]
}

/** Leaving any part of a group shows errors of the whole. */
const wasLeft = (touched: unknown): boolean =>
  touched === true ||
  (typeof touched === 'object' && touched !== null && Object.values(touched).some(wasLeft))

type PlacedRefusal = {
  atFields: Record<string, string>
  above: string[]
}

/** Assigns a refusal's messages to their fields; others are shown above the form. */
export function placeRefusal(
  { failure, message }: ApiError,
  fieldOf: (path: string) => string | undefined,
): PlacedRefusal {
  const atFields: Record<string, string> = {}
  const above: string[] = []
  if (failure.kind !== 'refused') return { atFields, above: [message] }
  for (const [path, sentences] of Object.entries(failure.attributes)) {
    const said = cutWords(sentences.join(' '))
    const field = fieldOf(path)
    if (field === undefined) above.push(`${path}: ${said}`)
    else atFields[field] = atFields[field] === undefined ? said : `${atFields[field]} ${said}`
  }
  const isNamed = Object.keys(failure.attributes).length > 0
  return { atFields, above: isNamed ? above : [message] }
}

/** Shows a refusal in the form: messages at fields, the rest at `root.refusal`. */
export function showRefusal<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: ApiError,
  fieldOf: (path: string) => string | undefined,
): void {
  const { atFields, above } = placeRefusal(error, fieldOf)
  for (const [field, message] of Object.entries(atFields)) {
    setError(field as FieldPath<Values>, { type: 'service', message })
  }
  if (above.length > 0) setError('root.refusal', { type: 'service', message: above.join('\n') })
}
