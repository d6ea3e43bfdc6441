import * as z from 'zod/mini'

import { alert, type AlertEntity } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import { write } from '#contract/write.ts'
import { subjectOf } from '#trading/alerts.ts'

import type { Engine } from '../engine/engine.ts'

/** An alert as it is kept; `sealed` is its webhook, encrypted. */
export type Kept = {
  userId: number
  mode: Engine['mode']
  entity: AlertEntity
  sealed: string | null
  /** When it fired last by the clock of the machine, which no `--speed` drives. */
  firedAt: Instant | null
}

const kept = z.object({
  mode: z.enum(['paper', 'real']),
  entity: alert,
  sealed: z.nullable(z.string()),
  firedAt: z.nullable(z.number()),
})

/** The JSON that an alert is stored as. */
export const textOf = ({ mode, entity, sealed, firedAt }: Kept): string =>
  `{"mode":"${mode}","sealed":${JSON.stringify(sealed)},"firedAt":${firedAt ?? 'null'},"entity":${write(alert, entity)}}`

/** The alert that a stored JSON is, if it is one. */
export function keptIn(json: string): Omit<Kept, 'userId'> | undefined {
  const read = z.safeDecode(kept, JSON.parse(json))
  return read.success ? read.data : undefined
}

/** Whether two alerts wait for the same. */
export const isAlike = (one: Kept, other: Kept): boolean =>
  one.mode === other.mode && subjectOf(one.entity) === subjectOf(other.entity)

/** With when it fired last: one that waits for something else now has not fired for it yet. */
export function firedAsBefore(one: Kept, before: Kept | undefined): Kept {
  if (!before || !isAlike(before, one)) return one
  const { last_fired_at } = before.entity
  return { ...one, firedAt: before.firedAt, entity: { ...one.entity, last_fired_at } }
}
