import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'

/** A request that may be sent, or all that is wrong with it by dotted path. */
export type Judged<Request> =
  | { draft: Request; issues?: undefined }
  | { draft?: undefined; issues: Attributes }

/**
 * Checks a form against the request it will send. `judge` is given what is known besides the form,
 * such as prices; `fieldOf` names the field that stands for a path of the request.
 */
export function contractResolver<Values extends FieldValues, Context, Request extends FieldValues>(
  judge: (values: Values, context: Context) => Judged<Request>,
  fieldOf: (path: string, values: Values) => string | undefined = (path) => path,
): Resolver<Values, Context, Request> {
  return (values, context, options) => {
    const { draft, issues } = judge(values, context as Context)
    if (issues === undefined) return { values: draft, errors: {} }
    const flat = Object.entries(issues).map(([path, [message]]) => [
      fieldOf(path, values) ?? path,
      { type: 'contract', message },
    ])
    const errors = Object.fromEntries(flat) as FieldErrors<Values>
    return {
      values: {},
      errors: toNestErrors(errors, { ...options, shouldUseNativeValidation: false }),
    }
  }
}
