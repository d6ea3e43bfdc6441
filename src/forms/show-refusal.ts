import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { type ApiError, cutWords } from '#client/api-error.ts'

export type PlacedRefusal = {
  /** One sentence for each field that the service named. */
  atFields: Record<string, string>
  /** What names no field of the form. */
  above: string[]
}

/** Sorts a refusal's sentences to the fields they are about; the rest stands above the form. */
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
  // The description alone says nothing beyond "invalid" once fields were named.
  const isNamed = Object.keys(failure.attributes).length > 0
  return { atFields, above: isNamed ? above : [message] }
}

/** Puts a refusal into the form: each sentence at its field, the rest at `root.refusal`. */
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
