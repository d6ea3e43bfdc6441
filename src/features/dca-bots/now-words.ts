import type { DcaBot } from '#contract/dca-bots.ts'
import { valueOfWord } from '#contract/value-of-word.ts'

import { type OpenDeals, safetyFilled } from './live-deals.ts'

const WAITS: Readonly<Record<string, string>> = {
  asap: 'Waiting to open the next deal',
  manual: 'Waiting for you to start a deal',
  charting_signal: 'Waiting for a charting alert',
  rsi: 'Waiting for an RSI signal',
  bollinger_bands: 'Waiting for a Bollinger signal',
  macd: 'Waiting for a MACD signal',
}

/** What a bot does now, in plain words; `open` is undefined until the history is read. */
export function nowWords(bot: DcaBot, open: OpenDeals | undefined): string {
  const { active_trades: count, status, start_condition: condition } = bot
  const isOver = status === 'stopped' || status === 'completed'
  if (count === undefined) return 'The service does not say how many deals are open'
  if (count === 0) {
    if (isOver) return 'Opens no more deals'
    if (condition === undefined) return 'Waiting; the service does not say for what'
    return valueOfWord(WAITS, condition) ?? `Waiting for “${condition}”`
  }
  const deals = count === 1 ? 'Deal open' : `${count} deals open`
  return `${isOver ? `Stopped, ${deals.toLowerCase()}` : deals}${ordersWords(bot, open)}`
}

/** ", 3 of 5 safety orders filled" */
function ordersWords({ max_safety_orders: most }: DcaBot, open: OpenDeals | undefined): string {
  if (open?.kind !== 'known') return ''
  const { deals, unfilled } = open
  if (deals.length === 0) return unfilled > 0 ? ', no order filled yet' : ''
  const filled = deals.reduce((sum, deal) => sum + safetyFilled(deal), 0)
  if (most === undefined) return `, ${filled} safety orders filled`
  if (most === 0) return ', no safety orders'
  return `, ${filled} of ${most * deals.length} safety orders filled`
}
