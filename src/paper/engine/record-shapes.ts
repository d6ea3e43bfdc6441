import * as z from 'zod/mini'

import { alert } from '#contract/alerts.ts'
import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import { isDecimal } from '#money/decimal.ts'
import type { PositionFlow } from '#trading/position-cost.ts'
import { publicKeyBytes } from '#signing/pem.ts'

import type { Account } from './balances/accounts.ts'
import type { Entry, Posting } from './balances/ledger.ts'
import type { DcaBotRecord, Deal } from './dca-bots/dca-bot-record.ts'
import type { EndedRun, GridBotRecord, Line } from './grid-bots/grid-bot-record.ts'
import type { ReplayRow } from './market/replay-market.ts'
import type { Hold, Order, Part } from './orders/order.ts'
import type { Funds, SmartTradeRecord, Stop, Target } from './smart-trades/smart-trade-record.ts'
import type { WorldMeta } from './world.ts'

/** A stored record cannot be read. Names it, never its content. */
export class DamagedRecord extends Error {
  readonly record: string

  constructor(kind: string, id: string, fault: string) {
    super(`${kind} ${id} ${fault}`)
    this.record = `${kind} ${id}`
  }
}

/** The shape of each kind of record. A member that a type has and its shape lacks does not compile. */
const shape = <T>(members: { readonly [K in keyof Required<T>]: z.ZodMiniType }) =>
  z.looseObject(members)

const amount = z.string().check(z.refine(isDecimal))
const whole = z.int()
const text = z.string()
const flag = z.boolean()
const side = z.enum(['buy', 'sell'])
const orNull = (inner: z.ZodMiniType) => z.nullable(inner)
const some = z.looseObject({})

const part = shape<Part>({ units: amount, total: amount, fee: amount, insured: amount })
const cost = shape<PositionFlow>({ units: amount, total: amount, fee: amount })
const hold = shape<Hold>({ currency: text, amount })
const order = shape<Order>({
  id: whole,
  account: whole,
  pair: text,
  side,
  kind: z.enum(['market', 'limit']),
  units: amount,
  price: orNull(amount),
  trigger: orNull(some),
  trail: orNull(some),
  tells: flag,
  insured: flag,
  holds: z.array(hold),
  owner: z.looseObject({ type: text, id: text, role: text, index: whole }),
  createdAt: whole,
  dueAt: orNull(whole),
  takes: flag,
  done: orNull(part),
})
const target = shape<Target>({
  id: whole,
  orderType: text,
  volume: amount,
  priceType: text,
  value: orNull(amount),
  percent: orNull(amount),
  trailing: orNull(amount),
  units: orNull(amount),
  total: orNull(amount),
  state: text,
  closedAt: orNull(whole),
})
const stop = shape<Stop>({
  orderType: text,
  breakeven: flag,
  limit: some,
  trigger: some,
  trailing: orNull(amount),
  timeout: orNull(whole),
  state: text,
  closedAt: orNull(whole),
})
const funds = shape<Funds>({
  id: whole,
  change: text,
  orderType: text,
  units: amount,
  limit: orNull(amount),
  state: text,
  filled: part,
  createdAt: whole,
  closedAt: orNull(whole),
})
const deal = shape<Deal>({
  index: whole,
  basePrice: orNull(amount),
  baseUntil: orNull(whole),
  units: amount,
  total: amount,
  fees: amount,
  closed: part,
  realised: amount,
  interest: amount,
  interestPaid: z.optional(amount),
  safetyFilled: whole,
  openedAt: whole,
})
const line = shape<Line>({
  id: whole,
  price: amount,
  side: orNull(side),
  orderId: orNull(whole),
  isOfStart: flag,
})
const gridStop = z.looseObject({ price: amount, action: text })
const place = z
  .string()
  .check(
    z.regex(/^(account:\d+:(free|held)|loans:\d+|market|fees|insurance|interest|funding|outside)$/),
  )
const posting = shape<Posting>({ place, currency: text, amount })

const HEX_SECRET = /^[0-9a-f]{64}$/
const secret = z.string().check(z.regex(HEX_SECRET))
const instant = z.string().check(z.regex(/^\d{1,16}$/))

/** Whether it is the secret of an HMAC key, or an RSA public key in PEM. */
export function isKeyMaterial(material: string): boolean {
  if (HEX_SECRET.test(material)) return true
  try {
    return publicKeyBytes(material).length > 0
  } catch {
    return false
  }
}

const event = shape<DcaBotEventEntity>({
  id: whole,
  created_at: whole,
  type: text,
  message: text,
  price: orNull(amount),
  amount: orNull(amount),
})

/** By kind of record, or by journal for rows. */
const SHAPES = {
  world: shape<WorldMeta & { format: number }>({
    format: whole,
    seed: z.number(),
    user: text,
    firstDay: whole,
    now: whole,
    mode: z.enum(['paper', 'real']),
    nextId: whole,
    nextOrder: whole,
    market: z.array(z.looseObject({ version: whole, from: whole })),
    listings: z.optional(z.enum(['untidy'])),
  }),
  market: z.array(
    shape<ReplayRow>({
      time: whole,
      length: whole,
      pair: text,
      open: amount,
      high: amount,
      low: amount,
      close: amount,
      volume: amount,
    }),
  ),
  account: shape<Account>({
    id: whole,
    connectionId: text,
    exchange: text,
    exchangeName: text,
    label: text,
    marketType: z.enum(['spot', 'margin', 'futures']),
    mode: z.enum(['paper', 'real']),
    smartTrading: flag,
    createdAt: whole,
  }),
  smart_trade: shape<SmartTradeRecord>({
    id: whole,
    accountId: whole,
    pair: text,
    side,
    instant: flag,
    skipEntry: flag,
    leverage: orNull(z.looseObject({ type: text, value: z.number() })),
    entry: z.looseObject({ orderType: text, units: amount, price: amount, state: text }),
    targets: z.array(target),
    stop: orNull(stop),
    state: text,
    error: orNull(text),
    isLiquidated: flag,
    dueAt: orNull(whole),
    orders: z.array(order),
    entered: part,
    closed: part,
    funds: z.array(funds),
    basis: cost,
    costs: z.record(z.string(), cost),
    revision: whole,
    kept: orNull(hold),
    loan: orNull(hold),
    interest: z.looseObject({ owed: amount, paid: amount }),
    marginUsed: orNull(amount),
    liquidationPrice: orNull(amount),
    marketClose: orNull(z.looseObject({ id: whole, flow: part })),
    note: text,
    noteRaw: orNull(text),
    createdAt: whole,
    updatedAt: whole,
    closedAt: orNull(whole),
  }),
  grid_bot: shape<GridBotRecord>({
    id: whole,
    accountId: whole,
    pair: text,
    name: text,
    note: orNull(text),
    isEnabled: flag,
    gridType: text,
    lower: amount,
    upper: amount,
    quantity: amount,
    leverage: orNull(z.number()),
    lines: z.array(line),
    step: amount,
    mostBuys: whole,
    mostSells: whole,
    lowerStop: orNull(gridStop),
    upperStop: orNull(gridStop),
    trailsUp: flag,
    expandsDown: flag,
    expansionFloor: orNull(amount),
    orders: z.array(order),
    startPrice: orNull(amount),
    startBase: amount,
    startQuote: amount,
    startCost: amount,
    startFees: amount,
    startedAt: orNull(whole),
    ranBefore: whole,
    loan: orNull(hold),
    interest: amount,
    otherCosts: amount,
    bought: amount,
    sold: amount,
    spent: amount,
    received: amount,
    fees: amount,
    gridProfit: amount,
    realised: amount,
    earlierResult: amount,
    ended: orNull(shape<EndedRun>({ result: amount, open: amount })),
    profitsCount: whole,
    createdAt: whole,
    updatedAt: whole,
  }),
  dca_bot: shape<DcaBotRecord>({
    id: text,
    accountId: whole,
    pair: text,
    settings: some,
    status: z.enum(['running', 'stopped', 'completed']),
    deals: z.array(deal),
    dealsOpened: whole,
    dealsClosed: whole,
    profit: amount,
    orders: z.array(order),
    dueAt: orNull(whole),
    coolsUntil: whole,
    webhookSecret: orNull(text),
    nextEvent: whole,
    createdAt: whole,
    updatedAt: whole,
  }),
  balance: amount,
  flow: amount,
  owned: amount,
  ledger_checkpoint: z.array(z.tuple([place, text, amount])),
  ledger: shape<Entry>({ at: whole, cause: text, postings: z.array(posting) }),
  history: z.looseObject({
    uuid: text,
    account_id: whole,
    pair: text,
    created_at: whole,
    closed_at: whole,
    filled: z.looseObject({ units: amount, total: amount, price: orNull(amount) }),
    commission: z.looseObject({ amount, currency: text }),
    profit: orNull(z.looseObject({ amount, currency: text })),
    status: z.looseObject({ value: text, error: orNull(text) }),
  }),
  event,

  // Records outside the worlds.
  alert: z.object({
    mode: z.enum(['paper', 'real']),
    entity: alert,
    /** The webhook, encrypted. */
    sealed: orNull(text),
    firedAt: orNull(z.number()),
  }),
  key: z.object({
    material: z.string().check(z.refine(isKeyMaterial)),
    permissions: z.string().check(z.regex(/^([A-Z_]+(,[A-Z_]+)*)?$/)),
  }),
  token_secret: secret,
  world_time: instant,
  last_backup: instant,
  remembered_effect: z.object({
    status: z.int().check(z.gte(200), z.lte(299)),
    body: z.union([some, z.array(z.unknown())]),
  }),
} satisfies Record<string, z.ZodMiniType>

export type RecordKind = keyof typeof SHAPES

const isKind = (kind: string): kind is RecordKind => kind in SHAPES

/** The fault of a stored text, as the end of a sentence that begins with the record's name. */
export function recordFault(kind: string, json: string): string | undefined {
  if (!isKind(kind)) return 'is of a kind that this version of Quarterdeck does not know'
  const read = parsed(json)
  if (!read) return 'is not whole JSON'
  const found = z.safeParse(SHAPES[kind], read.value)
  if (found.success) return undefined
  const path = found.error.issues[0]?.path.join('.') ?? ''
  return path === '' ? 'has another shape than it should' : `has no proper ${path}`
}

/** Reads a record that was stored. Throws `DamagedRecord`. */
export function readRecord(kind: RecordKind, id: string, json: string): unknown {
  const fault = recordFault(kind, json)
  if (fault !== undefined) throw new DamagedRecord(kind, id, fault)
  return JSON.parse(json)
}

/** The words of the parser would quote the text. */
function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) as unknown }
  } catch {
    return undefined
  }
}
