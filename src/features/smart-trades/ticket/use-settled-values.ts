import { startTransition, useLayoutEffect, useState } from 'react'

import { choicesOf } from './choices.ts'
import type { DraftValues } from './draft-values.ts'
import type { TicketForm } from './ticket-context.ts'

/**
 * What stands in the form: a choice at once and so a form filled in anew, a text after the key that was
 * typed has been shown. Nothing but the field itself is drawn for a key.
 */
export function useSettledValues({
  getValues,
  subscribe,
}: Pick<TicketForm, 'getValues' | 'subscribe'>): DraftValues {
  const [settled, setSettled] = useState<DraftValues>(getValues)
  useLayoutEffect(() => {
    let choices = choicesOf(getValues())
    return subscribe({
      formState: { values: true },
      callback({ values: now, name }) {
        const before = choices
        choices = choicesOf(now)
        // One that is filled in anew has nobody typing in it, and its fields are bound anew as it is drawn.
        if (choices === before && name !== undefined) startTransition(() => setSettled(now))
        else setSettled(now)
      },
    })
  }, [getValues, subscribe])
  return settled
}
