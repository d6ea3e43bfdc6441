import { useLayoutEffect, useMemo, useState } from 'react'

import type { DraftValues } from './draft-values.ts'
import type { TicketForm } from './ticket-context.ts'

/** Members that hold a text somebody types. */
const TYPED = ['value', 'percent', 'volume', 'note'] as const
type Typed = (typeof TYPED)[number]

type Chosen<T> = T extends readonly (infer Item)[]
  ? Chosen<Item>[]
  : T extends object
    ? {
        [
          Name in keyof T as Name extends Typed ? (T[Name] extends string ? never : Name) : Name
        ]: Chosen<T[Name]>
      }
    : T

/** What stands in the ticket without what is typed. */
export type Choices = Chosen<DraftValues>

const isTyped = (name: string): boolean => TYPED.some((typed) => typed === name)

/** All that is chosen rather than typed, as a text to compare. */
export const choicesOf = (values: DraftValues): string =>
  JSON.stringify(values, (name, value: unknown) =>
    typeof value === 'string' && isTyped(name) ? undefined : value,
  )

/** The same object until another choice is made. */
export function useChoices({
  getValues,
  subscribe,
}: Pick<TicketForm, 'getValues' | 'subscribe'>): Choices {
  const [text, setText] = useState(() => choicesOf(getValues()))
  useLayoutEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => setText(choicesOf(values)),
      }),
    [subscribe],
  )
  return useMemo(() => JSON.parse(text) as Choices, [text])
}
