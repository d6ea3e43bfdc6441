import * as z from 'zod/mini'

import { compare, type Decimal } from '#money/decimal.ts'

import { exactPriceOf } from './draft-rule.ts'
import { type Claim, define, readingOf } from './endpoint.ts'
import type { Id } from './primitives.ts'
import type { Parts } from './read.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import { byId, getSmartTrade, type SmartTrade, smartTrade } from './smart-trades.ts'

/** The shape of `PATCH /smart_trades/:id`, which is ours: what is left out stays as it is. */
export const smartTradeChange = z.pick(smartTradeDraft, {
  take_profit: true,
  stop_loss: true,
  note: true,
})
export type SmartTradeChange = z.output<typeof smartTradeChange>
/** A change as far as it could be read: a form half filled in, or a body with wrong members. */
export type PartialChange = Parts<SmartTradeChange>

/** A target that is filled, in part or whole, or is over: it stays as it is. */
export const isFixed = ({ editable }: { editable?: boolean | undefined }): boolean =>
  editable === false

/** Part of its order has been executed, and the rest of it waits. */
export const isBeingFilled = (step: {
  editable?: boolean | undefined
  status?: { type?: string | undefined } | undefined
}): boolean =>
  isFixed(step) && step.status?.type !== 'finished' && step.status?.type !== 'cancelled'

type Price = { value?: Decimal | null | undefined; percent?: Decimal | null | undefined }

/** A price as it was asked for, by its value or by its percent, and what a trade has there. */
const priceClaim = (about: string, has: Price | undefined, asked: Price | undefined): Claim =>
  asked?.value === undefined
    ? [about, has?.percent ?? undefined, asked?.percent]
    : [about, has?.value ?? undefined, asked.value]

/** Whether a trade is as a change asks. */
function isChanged(trade: SmartTrade, change: PartialChange): Claim[] {
  const { take_profit: takeProfit, stop_loss: stop, note } = change
  return [
    ...(takeProfit ? targetClaims(trade, takeProfit) : []),
    ...(stop ? stopClaims(trade, stop) : []),
    // The service shows a note trimmed.
    ...(note === undefined ? [] : [['note', trade.note?.trim(), note.trim()] as const]),
  ]
}

function targetClaims(
  { take_profit: has }: SmartTrade,
  asked: NonNullable<PartialChange['take_profit']>,
): Claim[] {
  const open = (has?.steps ?? []).filter((step) => !isFixed(step))
  if (!asked.enabled) return [['open targets', open.length, 0]]
  return [
    ['targets', has?.steps?.length, asked.steps?.length],
    ...(asked.steps ?? []).flatMap((step, index): Claim[] => {
      const now = has?.steps?.[index]
      const name = `target ${index + 1}`
      return [
        [`${name}, volume`, now?.volume, step.volume],
        priceClaim(name, now?.price, step.price),
        [`${name}, order`, now?.order_type, step.order_type],
        ...trailingClaims(name, now?.trailing, step.trailing),
      ]
    }),
  ]
}

type Trailing = { enabled?: boolean | undefined; percent?: Decimal | null | undefined }

const trailingClaims = (
  name: string,
  has: Trailing | undefined,
  asked: Trailing | undefined,
): Claim[] => [
  [`${name}, trailing`, has?.enabled ?? false, asked?.enabled ?? false],
  ...(asked?.enabled
    ? [[`${name}, trailing percent`, has?.percent ?? undefined, asked.percent] as const]
    : []),
]

/** A stop that follows the price or breaks even may stand nearer already than it was asked to. */
function triggerClaim(
  { position, data }: SmartTrade,
  has: Price | undefined,
  asked: Price | undefined,
  moves: boolean,
): Claim {
  const claim = priceClaim('stop, trigger', has, asked)
  const isLong = position?.type === 'buy'
  const entry = data?.average_enter_price_without_commission ?? undefined
  const { value, percent } = asked ?? {}
  const wanted = exactPriceOf(
    { value: value ?? undefined, percent: percent ?? undefined },
    !isLong,
    entry,
  )
  const stands = has?.value
  const isNearer = stands && wanted && compare(stands, wanted) === (isLong ? 1 : -1)
  return moves && isNearer ? [claim[0], wanted, wanted] : claim
}

function stopClaims(trade: SmartTrade, asked: NonNullable<PartialChange['stop_loss']>): Claim[] {
  const { stop_loss: has } = trade
  if (!asked.enabled) return [['stop', has?.enabled, false]]
  const isLimit = asked.order_type === 'limit'
  const hasTrigger =
    asked.conditional?.price?.value !== undefined || asked.conditional?.price?.percent !== undefined
  return [
    ['stop', has?.enabled, true],
    ['stop, order', has?.order_type, asked.order_type],
    triggerClaim(
      trade,
      has?.conditional?.price,
      hasTrigger || isLimit ? asked.conditional?.price : asked.price,
      asked.breakeven === true || asked.conditional?.trailing?.enabled === true,
    ),
    ...(isLimit ? [priceClaim('stop, limit', has?.price, asked.price)] : []),
    ['stop, break-even', has?.breakeven ?? false, asked.breakeven ?? false],
    ...trailingClaims('stop', has?.conditional?.trailing, asked.conditional?.trailing),
    ['stop, delay', has?.timeout?.enabled ?? false, asked.timeout?.enabled ?? false],
    ...(asked.timeout?.enabled
      ? [['stop, delay in seconds', has?.timeout?.value ?? undefined, asked.timeout.value] as const]
      : []),
  ]
}

type AboutChange = { params: { id?: Id | undefined }; body: PartialChange }

const hasChanged = (trade: SmartTrade, { params, body }: AboutChange): Claim[] => [
  ['trade', trade.id, params.id],
  ...isChanged(trade, body),
]

export const updateSmartTrade = define(
  {
    name: 'updateSmartTrade',
    method: 'PATCH',
    path: '/api/v1/smart_trades/:id',
    security: 'signed',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    body: smartTradeChange,
    status: 200,
    response: smartTrade,
    writes: ['smart_trades', 'balances'],
    extension: true,
  },
  {
    title: 'Change a SmartTrade',
    risk: 'costly',
    movesMoney: true,
    subject: ({ params: { id } }) => ({ kind: 'SmartTrade', id }) as const,
    provenBy: {
      answer: hasChanged,
      reading: readingOf(
        getSmartTrade,
        ({ params: { id } }: AboutChange) => ({ params: { id: id ?? Number.NaN } }),
        hasChanged,
      ),
    },
  },
)
