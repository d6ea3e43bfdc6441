import { compare, type Decimal } from '#money/decimal.ts'

import { isSameOrUnknown } from './endpoint.ts'
import type { Id } from './primitives.ts'
import type { Parts } from './read.ts'
import { refOf } from './ref.ts'
import type { SmartTradeDraft } from './smart-trade-draft.ts'

/** The compared fields of a trade or of its request. */
type TradeOrRequest = {
  account?: { id?: Id | undefined } | undefined
  pair?: string | undefined
  note?: string | undefined
  is_position_not_filled?: boolean | undefined
  position?:
    | {
        type?: string | undefined
        order_type?: string | undefined
        units?: { value?: Decimal | undefined } | undefined
        price?:
          | {
              value?: Decimal | null | undefined
              value_without_commission?: Decimal | null | undefined
            }
          | undefined
      }
    | undefined
}

/** A filled entry shows its fill price with fee; a limit order's is no worse than requested. */
function matchesPrice(
  { position, is_position_not_filled: isWaiting }: TradeOrRequest,
  asked: Decimal | undefined,
): boolean {
  const { value, value_without_commission: got } = position?.price ?? {}
  if (asked === undefined || isSameOrUnknown(value, asked) || got === asked) return true
  if (isWaiting !== false) return false
  if (position?.order_type !== 'limit') return true
  return !!got && compare(got, asked) !== (position.type === 'buy' ? 1 : -1)
}

/** A `ref:` tag in the note is proof; without one, all requested fields must match. */
export function matchesRequest(trade: TradeOrRequest, draft: Parts<SmartTradeDraft>): boolean {
  const ref = refOf(draft.note)
  if (ref !== undefined) return refOf(trade.note) === ref
  const { position } = trade
  const asked = draft.position
  return (
    isSameOrUnknown(trade.account?.id, draft.account_id) &&
    isSameOrUnknown(trade.pair, draft.pair) &&
    position?.type === asked?.type &&
    position?.units?.value === asked?.units?.value &&
    isSameOrUnknown(position?.order_type, asked?.order_type) &&
    matchesPrice(trade, asked?.price?.value) &&
    isSameOrUnknown(trade.note, draft.note ?? '')
  )
}
