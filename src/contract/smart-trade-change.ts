import * as z from 'zod/mini'

import { type Claim, define, keptIn, readingOf } from './endpoint.ts'
import { flag, type Id, idNumber } from './primitives.ts'
import type { Parts } from './read.ts'
import { smartTradeDraft, takeProfitStepDraft } from './smart-trade-draft.ts'
import { exitClaims } from './smart-trade-claims.ts'
import {
  byId,
  getSmartTrade,
  type SmartTrade,
  smartTrade,
  tradeById,
  tradeSubject,
} from './smart-trades.ts'

/** Not in the spec. Body of `PATCH /smart_trades/:id`; omitted parts stay unchanged. */
export const smartTradeChange = z.object({
  take_profit: z.optional(
    z.object({
      enabled: flag,
      // 3Commas needs the id of an existing step.
      steps: z.optional(z.array(z.extend(takeProfitStepDraft, { id: z.optional(idNumber) }))),
    }),
  ),
  stop_loss: smartTradeDraft.shape.stop_loss,
  note: smartTradeDraft.shape.note,
})
export type SmartTradeChange = z.output<typeof smartTradeChange>
/** An incomplete change: a form being filled in, or a body with invalid fields. */
export type PartialChange = Parts<SmartTradeChange>

/** States of a step that still waits for its price or its turn. */
const WAITING_STATES: readonly string[] = [
  'idle',
  'inactive',
  'to_process',
  'async_order_placement',
  'order_placed',
  'trailing_activated',
  'need_reset',
  'suspended',
]

type StepState = {
  editable?: boolean | undefined
  status?: { type?: string | undefined } | undefined
}

/** Returns true unless filled or over; a missing status counts as waiting. */
export const isWaiting = ({ status }: StepState): boolean =>
  status?.type === undefined || WAITING_STATES.includes(status.type)

/**
 * Returns true if the step can no longer change. Checks the status, as 3Commas marks finished steps
 * editable; an unknown one counts as ended.
 */
export const isFixed = (step: StepState): boolean => step.editable === false || !isWaiting(step)

export const isBeingFilled = (step: StepState): boolean =>
  step.editable === false && isWaiting(step)

type ChangeRequest = { params: { id?: Id | undefined }; body: PartialChange }

const isTrade = (trade: SmartTrade, { params }: ChangeRequest): Claim[] => [
  ['trade', trade.id, params.id],
]

const hasChanged = (trade: SmartTrade, { body }: ChangeRequest): Claim[] =>
  exitClaims(trade, body, isFixed)

export const updateSmartTrade = define(
  {
    name: 'updateSmartTrade',
    method: 'PATCH',
    path: '/api/v1/smart_trades/:id',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    body: smartTradeChange,
    response: smartTrade,
    writes: ['smart_trades', 'balances'],
    extension: true,
  },
  {
    title: 'Change a SmartTrade',
    subject: tradeSubject,
    provenBy: {
      answer: isTrade,
      reading: readingOf(getSmartTrade, tradeById, (trade: SmartTrade, asked: ChangeRequest) => [
        ...isTrade(trade, asked),
        ...hasChanged(trade, asked),
      ]),
    },
    kept: keptIn(getSmartTrade, (id) => ({ params: { id } }), hasChanged),
  },
)
