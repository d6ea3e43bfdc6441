import type { SmartTradeType } from '#contract/smart-trade-type.ts'
import { isPositive } from '#money/decimal.ts'
import { formatAmount, formatMoney, HIDDEN } from '#money/format.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

const VERBS: Record<SmartTradeType, string> = {
  smart_trade: 'Buy',
  simple_buy: 'Buy',
  smart_cover: 'Sell',
  simple_sell: 'Sell',
  smart_sell: 'Sell held',
  smart_buy: 'Buy back',
}

export function summaryOf(
  type: SmartTradeType,
  orderType: string,
  preview: Preview,
  { base, quote, areAmountsHidden }: { base: string; quote: string; areAmountsHidden: boolean },
): { deed: string; consequence: string } | undefined {
  const { units, entryPrice, total, stop, reward } = preview
  if (!units) return undefined
  const isHeld = orderType === 'held'
  const isMarket = orderType === 'market'
  const at =
    entryPrice && !isMarket && !isHeld ? ` at ${formatAmount(entryPrice, { minPlaces: 2 })}` : ''
  const money = (amount: NonNullable<typeof total>) => formatMoney(amount, quote)
  const risk =
    stop?.loss && isPositive(stop.loss) && reward
      ? `, risking ${money(stop.loss)} for ${money(reward)}`
      : ''
  return {
    deed: `${VERBS[type]} ${areAmountsHidden ? HIDDEN : formatAmount(units)} ${base}${isMarket ? ' at market' : at}`,
    consequence:
      total && !areAmountsHidden
        ? `${isHeld ? 'worth' : isMarket ? 'for about' : 'for'} ${money(total)} ${quote}${risk}`
        : '',
  }
}

export const whyNoOdds = ({ stop, reward }: Preview): string =>
  stop?.loss && !isPositive(stop.loss)
    ? 'The stop loses nothing.'
    : reward && !isPositive(reward)
      ? 'The targets earn nothing.'
      : 'Known once a target and the stop have valid prices.'
