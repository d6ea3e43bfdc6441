import type { DcaBot } from '#contract/dca-bots.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { isStopped } from '#trading/allowed.ts'

import { isWaiting, openDealsOf } from './open-deals.ts'

const WAITS: Readonly<Record<string, string>> = {
  asap: 'Waiting to open the next deal',
  manual: 'Waiting for you to start a deal',
  charting_signal: 'Waiting for a charting alert',
  rsi: 'Waiting for an RSI signal',
  bollinger_bands: 'Waiting for a Bollinger signal',
  macd: 'Waiting for a MACD signal',
}

/** What a bot does now, in plain words. */
export function nowWords(bot: DcaBot): string {
  const { active_trades: count, start_condition: condition } = bot
  const isOver = isStopped(bot)
  if (count === 0) {
    if (isOver) return 'Opens no more deals'
    return valueOfWord(WAITS, condition, `Waiting for “${condition}”`)
  }
  const deals = count === 1 ? 'Deal open' : `${count} deals open`
  return `${isOver ? `Stopped, ${deals.toLowerCase()}` : deals}${ordersWords(bot)}`
}

/** ", 3 of 5 safety orders filled" */
function ordersWords(bot: DcaBot): string {
  const open = openDealsOf(bot)
  const { max_safety_orders: most } = bot
  if (open.kind === 'unknown') return ''
  const deals = open.deals.filter((deal) => !isWaiting(deal))
  if (deals.length === 0) return ', no order filled yet'
  const counts = deals.flatMap(({ safety_orders_filled: filled }) => filled ?? [])
  if (counts.length < deals.length) return ''
  const filled = counts.reduce((sum, count) => sum + count, 0)
  if (most === 0) return ', no safety orders'
  return `, ${filled} of ${most * deals.length} safety orders filled`
}
