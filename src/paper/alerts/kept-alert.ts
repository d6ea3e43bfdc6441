import * as z from 'zod/mini'

import { alert, type AlertDraft, type AlertEntity } from '#contract/alerts.ts'
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

/** An alert as it was asked for, which has not fired yet. */
export const entityOf = (draft: Omit<AlertDraft, 'webhook'>, created_at: Instant): AlertEntity => ({
  id: draft.id,
  kind: draft.kind,
  name: draft.name,
  pair: draft.pair ?? null,
  exchange: draft.exchange ?? null,
  direction: draft.direction ?? null,
  level: draft.level ?? null,
  percent: draft.percent ?? null,
  trade_id: draft.trade_id ?? null,
  bot_id: draft.bot_id ?? null,
  every_time: draft.every_time ?? false,
  is_on: draft.is_on ?? true,
  created_at,
  last_fired_at: null,
  webhook: null,
})
