import * as z from 'zod/mini'

import { alert } from '#contract/alerts.ts'
import { mode } from '#contract/system.ts'
import { publicKeyBytes } from '#signing/pem.ts'

import { accountShape } from './balances/accounts.ts'
import { entryShape, placeShape } from './balances/ledger.ts'
import { dcaBotShape } from './dca-bots/dca-bot-record.ts'
import { gridBotShape } from './grid-bots/grid-bot-record.ts'
import { listedShape } from './market/live-market.ts'
import { replayRowShape } from './market/replay-market.ts'
import type { HistoryRecord } from './past.ts'
import { amount, text, whole } from './record-parts.ts'
import { smartTradeShape } from './smart-trades/smart-trade-record.ts'
import { tradeEventShape } from './trade-events.ts'
import { worldShape } from './world.ts'

/** A stored record cannot be read. The message names it, never its content. */
export class DamagedRecord extends Error {
  readonly record: string

  constructor(kind: string, id: string, fault: string) {
    super(`${kind} ${id} ${fault}`)
    this.record = `${kind} ${id}`
  }
}

const HEX_SECRET = /^[0-9a-f]{64}$/
const secret = z.string().check(z.regex(HEX_SECRET))
const instant = z.string().check(z.regex(/^\d{1,16}$/))

export function isKeyMaterial(material: string): boolean {
  if (HEX_SECRET.test(material)) return true
  try {
    return publicKeyBytes(material).length > 0
  } catch {
    return false
  }
}

/** Trade events that an alert has read. */
const queueShape = z.object({
  /** Position of the last event read. */
  position: whole,
  /** For the webhook, oldest first; `plain` lacks the amounts. A summary has more than one event. */
  waiting: z.array(z.object({ id: text, at: whole, text, plain: z.optional(text), count: whole })),
  /** Grid bots reported as out of range, each with that moment of the machine; none before the first look. */
  outside: z.optional(z.record(z.string(), whole)),
})
export type AlertQueue = z.infer<typeof queueShape>

/** By kind of record, or by journal for rows. */
const SHAPES = {
  world: z.object({ format: whole, ...worldShape.shape }),
  market: z.union([z.array(replayRowShape), z.object({ exchange: z.enum(['binance', 'kraken']) })]),
  account: accountShape,
  smart_trade: smartTradeShape,
  grid_bot: gridBotShape,
  dca_bot: dcaBotShape,
  balance: amount,
  flow: amount,
  owned: amount,
  ledger_checkpoint: z.array(z.tuple([placeShape, text, amount])),
  ledger: entryShape,
  history: z.looseObject({
    uuid: text,
    account_id: whole,
    pair: text,
    created_at: whole,
    closed_at: whole,
    filled: z.looseObject({ units: amount, total: amount, price: z.nullable(amount) }),
    commission: z.looseObject({ amount, currency: text }),
    profit: z.nullable(z.looseObject({ amount, currency: text })),
    status: z.looseObject({ value: text, error: z.nullable(text) }),
  }),
  event: z.object({
    id: whole,
    created_at: whole,
    type: text,
    message: text,
    price: z.nullable(amount),
    amount: z.nullable(amount),
  }),
  trade_event: tradeEventShape,

  alert: z.object({
    mode,
    entity: alert,
    sealed: z.nullable(text),
    firedAt: z.nullable(z.number()),
    queue: z.optional(queueShape),
  }),
  key: z.object({
    material: z.string().check(z.refine(isKeyMaterial)),
    permissions: z.string().check(z.regex(/^([A-Z_]+(,[A-Z_]+)*)?$/)),
  }),
  token_secret: secret,
  world_time: instant,
  last_backup: instant,
  live_listing: z.array(
    z.object({ listed: listedShape, last: z.optional(z.object({ at: whole, price: amount })) }),
  ),
  live_price: amount,
  remembered_effect: z.object({
    status: z.int().check(z.gte(200), z.lte(299)),
    body: z.union([z.looseObject({}), z.array(z.unknown())]),
  }),
} satisfies Record<string, z.ZodMiniType>

export type RecordKind = keyof typeof SHAPES
/** The type of a stored record of one kind. A history row has more fields than its shape. */
export type RecordOf<K extends RecordKind> = K extends 'history'
  ? HistoryRecord
  : z.output<(typeof SHAPES)[K]>

const isKind = (kind: string): kind is RecordKind => kind in SHAPES

/** The fault of a stored text, to follow the record's name in a sentence. */
export function recordFault(kind: string, json: string): string | undefined {
  if (!isKind(kind)) return 'is of a kind that this version of Quarterdeck does not know'
  const read = parsed(json)
  if (!read) return 'is not whole JSON'
  const found = z.safeParse(SHAPES[kind], read.value)
  if (found.success) return undefined
  const path = found.error.issues[0]?.path.join('.') ?? ''
  return path === '' ? 'has another shape than it should' : `has no proper ${path}`
}

/** Reads a stored record. Throws `DamagedRecord`. */
export function readRecord<K extends RecordKind>(kind: K, id: string, json: string): RecordOf<K> {
  const fault = recordFault(kind, json)
  if (fault !== undefined) throw new DamagedRecord(kind, id, fault)
  return JSON.parse(json) as RecordOf<K>
}

/** Hides the parser's messages, which quote the text. */
function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) as unknown }
  } catch {
    return undefined
  }
}
