import * as z from 'zod/mini'

import { alert, type AlertEntity } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import { write } from '#contract/write.ts'
import { subjectOf } from '#trading/alerts.ts'

import type { Engine } from '../engine/engine.ts'
import { readRecord } from '../engine/record-shapes.ts'

/** An alert as it is kept; `sealed` is its webhook, encrypted. */
export type Kept = {
  userId: number
  mode: Engine['mode']
  entity: AlertEntity
  sealed: string | null
  /** When it fired last by the clock of the machine, which no `--speed` drives. */
  firedAt: Instant | null
}

/** The JSON that an alert is stored as. */
export const textOf = ({ mode, entity, sealed, firedAt }: Kept): string =>
  `{"mode":"${mode}","sealed":${JSON.stringify(sealed)},"firedAt":${firedAt ?? 'null'},"entity":${write(alert, entity)}}`

/** The alert of a stored JSON. Throws `DamagedRecord`. */
export function keptIn(userId: number, id: string, json: string): Kept {
  const read = readRecord('alert', id, json) as Omit<Kept, 'userId' | 'entity'> & { entity: never }
  return { ...read, userId, entity: z.decode(alert, read.entity) }
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
