import type { GridBot } from '#contract/grid-bots.ts'
import { formatAmount, formatPercent, HIDDEN } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'

import { currenciesOf } from '../currencies.ts'
import type { GridLineView } from './grid-lines.ts'

type Style = {
  bot: GridBot
  areAmountsHidden: boolean
  /** So many decimals for prices. */
  places: number
}

/** "Sell at 3,250.00: 0.08 ETH for 260.00 USDT, 2.00% above the last price". */
export function gridLineWords(
  gridLine: GridLineView,
  { bot, areAmountsHidden, places }: Style,
): string {
  const pair = currenciesOf(bot)
  const price = formatAmount(gridLine.price, { minPlaces: places })
  const isOrder = gridLine.state === 'buy' || gridLine.state === 'sell'
  const amount = (value: GridLineView['units'], options: { places?: number }) =>
    areAmountsHidden ? HIDDEN : value && formatAmount(value, options)
  const size =
    isOrder && gridLine.units && gridLine.total
      ? `: ${amount(gridLine.units, {})} ${pair?.base ?? ''} for ${amount(gridLine.total, { places: moneyPlaces(pair?.quote ?? '', gridLine.total) })} ${pair?.quote ?? ''}`
      : ''
  const start =
    gridLine.words === 'Grows down to' ? `Grows down to ${price}` : `${gridLine.words} at ${price}`
  return `${start}${size}${distance(gridLine)}`
}

function distance({ fromLast }: GridLineView): string {
  if (fromLast === undefined) return ''
  const percent = formatPercent(fromLast)
  return percent.startsWith('−')
    ? `, ${percent.slice(1)} below the last price`
    : `, ${percent} above the last price`
}
