import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'

import type { DraftValues } from './draft-values.ts'
import type { TicketForm } from './ticket-context.ts'

/** Members that hold a text somebody types. */
const TYPED = new Set(['value', 'percent', 'volume', 'note'])

/** All that is chosen rather than typed, as a text to compare. */
export const choicesOf = (values: DraftValues): string =>
  JSON.stringify(values, (key, value: unknown) =>
    typeof value === 'string' && TYPED.has(key) ? undefined : value,
  )

/** What stands in the form: a choice at once, a text after the key that was typed has been shown. */
export function useSettledValues({ control }: Pick<TicketForm, 'control'>): DraftValues {
  const now = useWatch({ control }) as DraftValues
  const settled = useDeferredValue(now)
  return choicesOf(now) === choicesOf(settled) ? settled : now
}
