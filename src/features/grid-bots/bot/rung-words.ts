import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { formatAmount, formatPercent, HIDDEN } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'

import { currenciesOf } from '../currencies.ts'
import type { Rung } from './rungs.ts'

type Style = {
  bot: Read<GridBot>
  areAmountsHidden: boolean
  /** So many decimals for prices. */
  places: number
}

/** "Sell at 3,250.00: 0.08 ETH for 260.00 USDT, 2.00% above the last price". */
export function rungWords(rung: Rung, { bot, areAmountsHidden, places }: Style): string {
  const pair = currenciesOf(bot)
  const price = formatAmount(rung.price, { minPlaces: places })
  const isOrder = rung.state === 'buy' || rung.state === 'sell'
  const amount = (value: Rung['units'], options: { places?: number }) =>
    areAmountsHidden ? HIDDEN : value && formatAmount(value, options)
  const size =
    isOrder && rung.units && rung.total
      ? `: ${amount(rung.units, {})} ${pair?.base ?? ''} for ${amount(rung.total, { places: moneyPlaces(pair?.quote ?? '', rung.total) })} ${pair?.quote ?? ''}`
      : ''
  const start =
    rung.words === 'Grows down to' ? `Grows down to ${price}` : `${rung.words} at ${price}`
  return `${start}${size}${distance(rung)}`
}

function distance({ fromLast }: Rung): string {
  if (fromLast === undefined) return ''
  const percent = formatPercent(fromLast)
  return percent.startsWith('−')
    ? `, ${percent.slice(1)} below the last price`
    : `, ${percent} above the last price`
}
