import type { DcaBot } from '#contract/dca-bots.ts'
import { Decisive } from '#forms/effect.tsx'
import { add, type Decimal, multiply, subtract, ZERO } from '#money/decimal.ts'
import { plural } from '#money/format.ts'

import { openDealsOf } from './open-deals.ts'

type OpenWorth = {
  /** Value of open coins at the last price, in the quote currency. */
  value: Decimal | undefined
  /** Result of closing every open deal now, as the service reports it. */
  result: Decimal | undefined
  reason: string
}

/** Value and result of the open deals; unknown if one deal's are. */
export function openWorth(bot: DcaBot): OpenWorth {
  const { deals, reason = 'The service does not report it for every deal.' } = openDealsOf(bot)
  const sumOf = (figures: readonly (Decimal | undefined)[] = [undefined]) =>
    figures.reduce<Decimal | undefined>((sum, one) => sum && one && add(sum, one), ZERO)
  return {
    value: sumOf(
      deals?.map(
        ({ bought, sold, current_price: price }) =>
          bought && sold && price && multiply(subtract(bought, sold), price),
      ),
    ),
    result: sumOf(
      deals?.map(({ profit }) =>
        profit && (profit.currency ?? bot.quote_currency) === bot.quote_currency
          ? profit.amount
          : undefined,
      ),
    ),
    reason,
  }
}

/** "1 deal, worth 556.22 USDT with an open result of −105.63 USDT". */
export function DealsWorth({ bot }: { bot: DcaBot }) {
  const { value, result, reason } = openWorth(bot)
  const look = { currency: bot.quote_currency, unit: bot.quote_currency, reason }
  return (
    <>
      {plural(bot.active_trades, 'deal')}, worth <Decisive value={value} {...look} /> with an open
      result of <Decisive value={result} {...look} signed />
    </>
  )
}
