import * as z from 'zod/mini'

import { alert, type AlertEntity } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import { write } from '#contract/write.ts'
import { subjectOf } from '#trading/alerts.ts'

import type { Engine } from '../engine/engine.ts'
import { type AlertQueue, readRecord } from '../engine/record-shapes.ts'

/** A stored alert; `sealed` is its encrypted webhook. */
export type Kept = {
  userId: number
  mode: Engine['mode']
  entity: AlertEntity
  sealed: string | null
  /** Last firing by the machine's clock, independent of `--speed`. */
  firedAt: Instant | null
  /** Missing if the alert was saved as off; one that ended by itself still sends its messages. */
  queue?: AlertQueue | undefined
}

export const textOf = ({ mode, entity, sealed, firedAt, queue }: Kept): string =>
  `${JSON.stringify({ mode, sealed, firedAt, queue }).slice(0, -1)},"entity":${write(alert, entity)}}`

/** Throws `DamagedRecord`. */
export function keptIn(userId: number, id: string, json: string): Kept {
  const read = readRecord('alert', id, json) as Omit<Kept, 'userId' | 'entity'> & { entity: never }
  return { ...read, userId, entity: z.decode(alert, read.entity) }
}

/** Returns true if two alerts have the same condition. */
export const isAlike = (one: Kept, other: Kept): boolean =>
  one.mode === other.mode && subjectOf(one.entity) === subjectOf(other.entity)

/** Keeps the last firing unless the condition has changed. */
export function firedAsBefore(one: Kept, before: Kept | undefined): Kept {
  if (!before || !isAlike(before, one)) return one
  const { last_fired_at, recent } = before.entity
  const entity = { ...one.entity, last_fired_at, ...(recent && { recent }) }
  return { ...one, firedAt: before.firedAt, entity }
}
