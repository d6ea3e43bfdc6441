import { useBalances } from '#market/markets.ts'
import {
  compare,
  type Decimal,
  divide,
  fromNumber,
  isPositive,
  multiply,
  subtract,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import { failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { dealFunds, knownSettings } from '#trading/dca-ladder.ts'
import { freeBalanceOf } from '#trading/free-balance.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, money } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { Age } from '#ui/time.tsx'

import type { DealPlan } from './ladder.ts'

/** Funds that the deals may use, beside the account's free balance. A planned bot has no id. */
export function FundsAndFree({ bot }: { bot: DealPlan }) {
  const { clock } = useService()
  const { quote_currency: quote, active_trades: open, max_active_trades: most } = bot
  const { data, error, dataUpdatedAt } = useBalances(bot.connection_id)
  const exposure = exposureOf(bot)
  const slot = { hasUnitSlot: true }
  if (!exposure) return null
  const free = freeBalanceOf(data, quote)
  // Short deals on spot markets are funded with the coin.
  const isInCoin = bot.strategy === 'Short' && bot.market_type !== 'futures'
  const cover = free && !isInCoin ? coverOf(exposure, free) : undefined
  return (
    <Section
      title="Funds and free balance"
      className="pb-2.5"
      caption={data && <Age at={clock.serviceTime(dataUpdatedAt)} />}
    >
      <FactList
        isLined
        isTight
        className="border-t border-hairline-2"
        of={{
          'Maximum per deal': money(exposure.deal, quote, slot),
          [`Open deals (${open ?? '—'}), maximum`]:
            bot.id !== undefined && money(exposure.now, quote, slot),
          [`All ${most ?? '—'} deals, maximum`]:
            most !== 1 &&
            money(exposure.most, quote, {
              ...slot,
              reason: most === undefined ? 'Unknown until the number of deals is set.' : undefined,
            }),
          'Free balance': money(free, quote, {
            ...slot,
            reason: error ? failureWords(error) : 'The service does not say the balance.',
          }),
        }}
      />
      {cover ? (
        <>
          <div className="my-1.5">
            <Meter value={cover.share} label="Share of its maximum that the free balance covers" />
          </div>
          <p className="text-caption text-ink-3">
            {isPositive(cover.missing) ? (
              <span className="text-caution">
                All deals together need <Amount value={cover.missing} currency={quote ?? ''} />{' '}
                {quote} more. The free balance covers{' '}
                {cover.deals === 0
                  ? 'no deal'
                  : cover.deals === 1
                    ? 'one deal'
                    : `${cover.deals} deals`}
                .
              </span>
            ) : (
              `The free balance covers ${most === 1 ? 'one deal' : 'all deals'}.`
            )}{' '}
            {open !== undefined && open > 0 && 'Open deals have used part of their funds already.'}
          </p>
        </>
      ) : (
        <div className="h-8" />
      )}
      {isInCoin && (
        <p className="pt-1 text-caption text-ink-3">
          A short deal sells the coin first: on a spot market it needs the coin, not {quote}.
        </p>
      )}
    </Section>
  )
}

/** Amount that a bot may invest, in the quote currency. */
type Exposure = {
  /** Maximum that one deal can spend. */
  deal: Decimal
  /** Maximum that the open deals can spend; their spending so far is unknown. */
  now: Decimal | undefined
  most: Decimal | undefined
}

/** `undefined` if a setting of the orders is unknown. */
export function exposureOf(bot: DealPlan): Exposure | undefined {
  const settings = knownSettings(bot)
  if (!settings) return undefined
  const deal = dealFunds(settings)
  const times = (count: number | undefined) =>
    count === undefined ? undefined : multiply(deal, fromNumber(count))
  return { deal, now: times(bot.active_trades), most: times(bot.max_active_trades) }
}

/** Free balance compared with the maximum of all deals. */
type Cover = {
  /** From 0 to 1, for a bar. */
  share: number
  missing: Decimal
  /** Number of whole deals that the free balance covers. */
  deals: number
}

const PLACES = 6
const MOST_DEALS = fromNumber(1_000_000)

export function coverOf({ deal, most }: Exposure, free: Decimal): Cover | undefined {
  if (!most || !isPositive(deal)) return undefined
  const isEnough = compare(free, most) >= 0
  const deals = divide(free, deal, 0, 'down')
  return {
    share: isEnough || !isPositive(most) ? 1 : toNumber(divide(free, most, PLACES, 'down')),
    missing: isEnough ? ZERO : subtract(most, free),
    deals: toNumber(compare(deals, MOST_DEALS) > 0 ? MOST_DEALS : deals),
  }
}
