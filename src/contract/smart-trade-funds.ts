import * as z from 'zod/mini'

import { type Claim, define, listingIn, readingOf } from './endpoint.ts'
import { amount, type Id, idText, word } from './primitives.ts'
import type { Parts, ReadOf } from './read.ts'
import type { reduceStep } from './smart-trade-parts.ts'
import { byId, getSmartTrade, type SmartTrade, tradeById, tradeSubject } from './smart-trades.ts'

/** Body of both requests, named as in 3Commas. */
export const fundsDraft = z.object({
  order_type: word('market', 'limit'),
  units: z.object({ value: amount }),
  price: z.optional(z.object({ value: amount })),
})
export type FundsDraft = z.output<typeof fundsDraft>
export type PartialFunds = Parts<FundsDraft>

export type FundsChange = 'add' | 'reduce'
export type FundsStep = ReadOf<typeof reduceStep>

export const fundsStepsOf = (trade: SmartTrade, change: FundsChange): readonly FundsStep[] =>
  (change === 'add' ? trade.add_funds?.steps : trade.reduce_funds.steps) ?? []

type FundsRequest = { params: { id?: Id | undefined }; body: PartialFunds }

const isLike = (step: FundsStep, { body }: FundsRequest): boolean =>
  step.type === body.order_type &&
  step.units.value === body.units?.value &&
  (body.order_type === 'market' || step.limit?.value === body.price?.value)

/** States in which a trade's position can change. */
const OPEN_STATES: readonly (string | undefined)[] = [
  'waiting_position',
  'waiting_targets',
  'pending_reduce_funds',
]
const isOpenWord = (word: string | undefined): boolean => OPEN_STATES.includes(word)

const effectOf = (change: FundsChange) => ({
  subject: tradeSubject,
  provenBy: {
    answer: ({ id, status }: SmartTrade, { params }: FundsRequest): Claim[] => [
      ['trade', id, params.id],
      ['status', isOpenWord(status.type) ? 'open' : status.type, 'open'],
    ],
    reading: listingIn(getSmartTrade, {
      request: tradeById,
      // A step without a creation time can't be matched to this request.
      rowsIn: (trade: SmartTrade) =>
        fundsStepsOf(trade, change).filter((step) => step.created_at !== undefined),
      madeAt: (step: FundsStep) => step.created_at,
      isLike,
    }),
  },
})

export const addSmartTradeFunds = define(
  {
    name: 'addSmartTradeFunds',
    method: 'POST',
    path: '/api/v1/smart_trades/:id/add_funds',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    body: fundsDraft,
    response: getSmartTrade.response,
    writes: ['smart_trades', 'balances', 'history'],
    extension: true,
  },
  { title: 'Add funds to a SmartTrade', ...effectOf('add') },
)

/** Finds an addition or a reduction by step id. */
export const fundsStep = (
  trade: SmartTrade,
  step: Id | undefined,
): { change: FundsChange; step: FundsStep } | undefined => {
  for (const change of ['add', 'reduce'] as const) {
    const found = fundsStepsOf(trade, change).find(({ id }) => String(id) === String(step))
    if (found) return { change, step: found }
  }
  return undefined
}

type StepRequest = { params: { id?: Id | undefined; step?: Id | undefined } }

/** An order that filled first was not cancelled by this request. */
const isCancelled = (trade: SmartTrade, { params }: StepRequest): Claim[] => [
  ['trade', trade.id, params.id],
  ['order', fundsStep(trade, params.step)?.step.status?.type, 'cancelled'],
]

export const cancelSmartTradeFunds = define(
  {
    name: 'cancelSmartTradeFunds',
    method: 'DELETE',
    path: '/api/v1/smart_trades/:id/funds/:step',
    permission: 'SMART_TRADES_WRITE',
    params: z.object({ id: idText, step: idText }),
    response: getSmartTrade.response,
    writes: ['smart_trades', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Cancel an addition or a reduction',
    reducesRisk: true,
    subject: tradeSubject,
    provenBy: {
      answer: isCancelled,
      reading: readingOf(getSmartTrade, tradeById, isCancelled),
    },
  },
)

export const reduceSmartTradeFunds = define(
  {
    name: 'reduceSmartTradeFunds',
    method: 'POST',
    path: '/api/v1/smart_trades/:id/reduce_funds',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    body: fundsDraft,
    response: getSmartTrade.response,
    writes: ['smart_trades', 'balances', 'history'],
    extension: true,
  },
  { title: 'Reduce a SmartTrade', ...effectOf('reduce') },
)
