import type { DcaBot } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { ZERO } from '#money/decimal.ts'

type OpenDeals =
  | { deals: readonly DcaDeal[]; reason?: undefined }
  | { deals?: undefined; reason: string }

export function openDealsOf({ deals, active_trades: open }: DcaBot): OpenDeals {
  if (open === 0) return { deals: [] }
  if (deals) return { deals }
  return {
    reason:
      deals === null
        ? 'The service did not list all open deals.'
        : 'Not reported: this service does not list open deals.',
  }
}

/** Its base order has no fill yet. */
export const isWaiting = ({ bought }: DcaDeal): boolean => bought === ZERO

/** Range around a deal's price; starts at the average price without a stop or next order. */
export function rangeOf(deal: DcaDeal) {
  const {
    stop_loss_price: stop,
    next_order_price: next,
    average_price: average,
    take_profit_price: target,
  } = deal
  const from = stop ?? next ?? average
  if (!from || !target) return undefined
  return { from, target, name: stop ? 'stop' : next ? 'next safety order' : 'average price' }
}
