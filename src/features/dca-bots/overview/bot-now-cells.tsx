import { RangeSparkline } from '#charts/sparkline.tsx'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { larger, smaller, toNumber, ZERO } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { roundPlaces } from '#money/money-places.ts'
import { Amount, Profit as ResultText } from '#ui/amount.tsx'

import { type BotNow, moneyOf } from './bots-figures.ts'

type BotProps = { bot: DcaBot; now: BotNow | undefined }

/** What the open deals have spent, and what all of them may, in the quote currency. */
export function InUse({ bot, now }: BotProps) {
  const { invested, most } = moneyOf(now ?? { bot, open: undefined, price: undefined })
  const { quote_currency: quote } = bot
  return (
    <>
      <Amount
        value={invested ?? (bot.active_trades === 0 ? ZERO : undefined)}
        places={invested && roundPlaces(quote, invested)}
        reason={whyUnknown(now)}
      />
      <span className="text-ink-3"> of </span>
      <Amount value={most} places={most && roundPlaces(quote, most)} unit={quote} />
    </>
  )
}

/** What the open deals would earn at the present price. */
export function OpenResult({ bot, now }: BotProps) {
  if (bot.active_trades === 0) {
    return <span className="sr-only">no deal</span>
  }
  const { result, percent } = moneyOf(now ?? { bot, open: undefined, price: undefined })
  return (
    <ResultText
      value={result}
      percent={percent}
      currency={bot.quote_currency}
      reason={
        now?.open?.kind === 'known' && now.price === undefined
          ? 'The service gives no price of the pair.'
          : whyUnknown(now)
      }
    />
  )
}

const whyUnknown = (now: BotNow | undefined): string =>
  now?.open?.kind === 'unknown' ? now.open.reason : 'The history of its orders is not read yet.'

type DealRangeProps = {
  of: BotNow | undefined
  /** The last week's prices by the id of the bot, if the service offers candles. */
  week: ReadonlyMap<Id, readonly number[]> | undefined
}

/** The week's price over the range between the last safety order, or the stop, and the target. */
export function DealRange({ of: now, week }: DealRangeProps) {
  if (now?.open?.kind !== 'known') return null
  const [deal] = now.open.deals
  const { bot, price } = now
  const far = deal && (deal.lastOrder ?? deal.stop)
  if (!deal || !far || !deal.target || bot.pair === undefined) return null
  const values = week?.get(bot.id) ?? []
  if (values.length === 0 && price === undefined) return null
  const [lower, upper] = [toNumber(smaller(far, deal.target)), toNumber(larger(far, deal.target))]
  return (
    <RangeSparkline
      label={`Price ${price ? formatAmount(price) : 'not known'}, target ${formatAmount(deal.target)}, last safety order ${formatAmount(far)}`}
      values={values}
      lower={lower}
      upper={upper}
      last={price && toNumber(price)}
    />
  )
}
