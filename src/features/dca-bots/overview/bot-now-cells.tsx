import { RangeSparkline } from '#charts/sparkline.tsx'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { larger, smaller, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount, Profit as ResultText } from '#ui/amount.tsx'

import { openDealsOf, rangeOf } from '../open-deals.ts'
import { moneyOf } from './bots-figures.ts'

type BotProps = { bot: DcaBot }

/** Money that the open deals have spent, and the most that all deals may, in the quote currency of the pair beside it. */
export function InUse({ bot }: BotProps) {
  const { invested, most } = moneyOf(bot)
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount value={invested.amount} currency={quote} reason={invested.reason} />
      <span className="text-ink-3"> of </span>
      <Amount value={most} currency={quote} />
    </>
  )
}

/** What the open deals would earn at the present price. */
export function OpenResult({ bot }: BotProps) {
  if (bot.active_trades === 0) {
    return <span className="sr-only">no deal</span>
  }
  const { result, percent } = moneyOf(bot)
  return (
    <ResultText
      value={result.amount}
      percent={percent}
      currency={result.currency ?? bot.quote_currency}
      reason={result.reason}
    />
  )
}

type DealRangeProps = BotProps & {
  /** The last week's prices by the id of the bot, if the service offers candles. */
  week: ReadonlyMap<Id, readonly number[]> | undefined
}

/** The week's price, and the range from the stop, next safety order or average price to the target. */
export function DealRange({ bot, week }: DealRangeProps) {
  const open = openDealsOf(bot)
  const deal = open.kind === 'known' ? open.deals[0] : undefined
  const range = deal && rangeOf(deal)
  if (!deal || !range) return null
  const { from, target, name } = range
  const price = deal.current_price
  const values = week?.get(bot.id) ?? []
  if (values.length === 0 && price === undefined) return null
  return (
    <RangeSparkline
      label={`Price ${price ? formatAmount(price) : 'not known'}, target ${formatAmount(target)}, ${name} ${formatAmount(from)}`}
      values={values}
      lower={toNumber(smaller(from, target))}
      upper={toNumber(larger(from, target))}
      last={price && toNumber(price)}
      className="@max-[84rem]/page:w-24!"
    />
  )
}
