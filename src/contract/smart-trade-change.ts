import * as z from 'zod/mini'

import { type Claim, define, keptIn, readingOf } from './endpoint.ts'
import type { Id } from './primitives.ts'
import type { Parts } from './read.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import { exitClaims } from './smart-trade-kept.ts'
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

type AboutChange = { params: { id?: Id | undefined }; body: PartialChange }

const isTrade = (trade: SmartTrade, { params }: AboutChange): Claim[] => [
  ['trade', trade.id, params.id],
]

const hasChanged = (trade: SmartTrade, { body }: AboutChange): Claim[] =>
  exitClaims(trade, body, isFixed)

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
      answer: isTrade,
      reading: readingOf(
        getSmartTrade,
        ({ params: { id } }: AboutChange) => ({ params: { id: id ?? Number.NaN } }),
        (trade: SmartTrade, asked: AboutChange) => [
          ...isTrade(trade, asked),
          ...hasChanged(trade, asked),
        ],
      ),
    },
    kept: keptIn(getSmartTrade, (id) => ({ params: { id } }), hasChanged),
  },
)
