import { membersOf, wholeOf } from '#session/kept-store.ts'
import type { Choices } from '#session/settings.ts'

/** Maximum rows before *Show all*. */
export const MOST = 3
export const KEPT = 'needs-you'

/** Number of rows that the last visit of a connection ended with. */
export const rowsKept = (choices: Pick<Choices, 'get'>, connectionId: string): number =>
  Math.min(MOST, wholeOf(membersOf(choices.get(KEPT))[connectionId]) ?? 0)

/** Room for the heading and this number of rows. */
export const roomFor = (rows: number) => ({
  className: 'mt-2 [--need:2.5rem] narrow:[--need:5.75rem]',
  style: { minHeight: `calc(1.75rem + ${rows} * var(--need))` },
})
