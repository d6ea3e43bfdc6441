import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import { levelAt, type PriceLevel, type PriceZone } from '#charts/price-data.ts'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { DcaDeal } from '#contract/dca-deals.ts'
import { SheetPicture } from '#market/sheet-picture.tsx'
import { useFiguresSource } from '#market/figures-source.ts'
import { useFillMarkers, useOrdersOn } from '#market/fills.tsx'
import { usePriceHistory } from '#market/price-history.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatPrice, tickPlaces } from '#money/format.ts'
import { dcaStop } from '#trading/dca-ladder.ts'
import { fromSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'

import { type DealEstimate, type DealPlan, estimatePlaces } from './ladder.ts'

/** In px. */
const HEIGHT = 300

type PlanPictureProps = {
  /** With a slash, such as "BTC/USDT". */
  pair: string
  exchange: string | undefined
  whose: string
  bot: DealPlan | undefined
  estimate: DealEstimate | undefined
  last?: Decimal | undefined
}

/** Orders of a deal opened now, over the candles of its pair. */
export function PlanPicture({ pair, exchange, whose, bot, estimate, last }: PlanPictureProps) {
  const source = useFiguresSource(whose)
  const history = usePriceHistory({ pair: fromSlashPair(pair), exchange }, { interval: '2h' })
  const levels = useMemo(
    () => [...planLevels(bot, estimate), ...levelAt('Last price', last, 'last')],
    [bot, estimate, last],
  )
  return (
    <PriceChart
      name="deal"
      label={`${pair} with the orders of a deal`}
      history={history}
      levels={levels}
      height={HEIGHT}
      file={{ name: `dca-deal-${fileWord(pair)}`, title: `Estimate of a deal, ${pair}`, source }}
    />
  )
}

export function DealPicture({ deal, bot }: { deal: DcaDeal; bot: DcaBot }) {
  const source = useFiguresSource(bot.name)
  const { id, created_at: since } = deal
  const pair = fromSlashPair(deal.pair)
  const history = usePriceHistory({ pair, exchange: bot.exchange }, { since })
  const levels = useMemo(() => dealLevels(deal), [deal])
  const zones = useMemo(
    (): PriceZone[] => [
      { from: 'Average', to: 'Target', tone: 'up', since },
      { from: 'Average', to: 'Stop loss', tone: 'down', since },
    ],
    [since],
  )
  const places = tickPlaces(levels.map(({ price }) => price))
  const markers = useFillMarkers({
    type: 'dca_bot',
    id: bot.id,
    pair,
    orders: useOrdersOn({ pair, accountId: undefined, isWanted: true }),
    since,
    places,
    length: history.length,
  })
  return (
    <PriceChart
      name={`deal ${id}`}
      label={`${deal.pair} with the prices of the deal`}
      history={history}
      levels={levels}
      zones={zones}
      markers={markers}
      height={HEIGHT}
      file={{ name: `dca-deal-${fileWord(String(id))}`, title: `Deal ${id}, ${deal.pair}`, source }}
    />
  )
}

/** Prices of the only open deal, in a sheet; draws nothing for several. */
export function OpenDealPicture({ bot }: { bot: DcaBot | undefined }) {
  const [deal, another] = bot?.deals ?? []
  const levels = useMemo(() => (deal ? dealLevels(deal) : []), [deal])
  if (!bot || !deal || another) return null
  return <DealSheetPicture pair={deal.pair} exchange={bot.exchange} levels={levels} />
}

type DealSheetPictureProps = {
  pair: string
  exchange: string | undefined
  levels: readonly PriceLevel[]
}

export const DealSheetPicture = ({ pair, exchange, levels }: DealSheetPictureProps) => (
  <SheetPicture
    name="deal"
    label={`${pair} with the prices of a deal`}
    on={{ pair: fromSlashPair(pair), exchange }}
    levels={levels}
  />
)

/** Maximum safety orders drawn with names and tags. */
const MOST_NAMED = 8

/** Empty if prices are percent of the start. */
export function planLevels(
  bot: DealPlan | undefined,
  estimate: DealEstimate | undefined,
): PriceLevel[] {
  const { steps, start } =
    estimate?.counted === 'price' ? estimate : { steps: [], start: undefined }
  const [first, last] = [steps[0], steps.at(-1)]
  const { strategy, stop_loss_enabled: hasStop, stop_loss_pct: percent } = bot ?? {}
  const isKnown = strategy !== undefined && hasStop === true
  const stop = isKnown && percent && start ? dcaStop(strategy, start, percent) : undefined
  const places = estimate && estimatePlaces(estimate)
  return [
    ...levelAt('Base order', first?.price, 'entry'),
    ...levelAt('Target', first?.takeProfit, 'up'),
    ...levelAt('Stop loss', stop, 'down'),
    ...steps.slice(1).flatMap(({ index, price }) =>
      levelAt(`Safety order ${index}`, price, 'break-even', {
        detail: formatPrice(price, places),
        isFaint: steps.length > MOST_NAMED && index < steps.length - 1,
      }),
    ),
    ...(last === first ? [] : levelAt('Average of all orders', last?.average, 'trigger')),
  ]
}

export const dealLevels = (deal: DcaDeal): PriceLevel[] => [
  ...levelAt('Average', deal.average_price, 'entry'),
  ...levelAt('Target', deal.take_profit_price, 'up'),
  ...levelAt('Stop loss', deal.stop_loss_price, 'down'),
  ...levelAt('Next safety order', deal.next_order_price, 'trigger'),
  ...levelAt('Last price', deal.current_price, 'last'),
]
