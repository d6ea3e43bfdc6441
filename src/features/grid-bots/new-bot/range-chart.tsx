import { PriceChart } from '#charts/price-chart.tsx'
import { levelAt, type PriceLevel } from '#charts/price-data.ts'
import { moveOf } from '#market/level-moves.ts'
import { usePriceHistory } from '#market/price-history.ts'
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
} from '#money/decimal.ts'
import { formatPercent, formatPrice } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'

import { lineLevels, rangeZone } from '../grid-levels.ts'

export type Edge = 'lower' | 'upper'

type RangeChartProps = {
  pair: string
  exchange: string | undefined
  last: Decimal | undefined
  edges: Record<Edge, { price: Decimal; isSuggested: boolean }>
  lines: readonly { price: Decimal; side: 'buy' | 'sell' | null }[]
  tick: Decimal | undefined
  onMove: (edge: Edge, price: Decimal) => void
}

const HEIGHT = 320
const NAMES = { lower: 'Lower price', upper: 'Upper price' }
/** Starts at the oldest candle. */
const ZONES = rangeZone(0)

/** Candles of a pair with the range; its two bounds are sliders. */
export function RangeChart(props: RangeChartProps) {
  const { pair, exchange, last, edges, lines, tick, onMove } = props
  const history = usePriceHistory({ pair, exchange }, { interval: '2h' })
  const edgeLevel = (edge: Edge): PriceLevel => {
    const { price, isSuggested } = edges[edge]
    const detail = last && awayFrom(price, last)
    const isInRange = (there: Decimal) =>
      edge === 'lower'
        ? compare(there, edges.upper.price) < 0
        : compare(there, edges.lower.price) > 0
    return {
      id: edge,
      name: isSuggested ? `${NAMES[edge]}, suggested` : NAMES[edge],
      price,
      look: 'trigger',
      detail,
      move: moveOf(price, {
        tick,
        spoken: `${formatPrice(price)}${detail === undefined ? '' : `, ${detail}`}`,
        isAllowed: isInRange,
        onMove: (there) => onMove(edge, there),
      }),
    }
  }
  const levels: PriceLevel[] = [
    edgeLevel('upper'),
    edgeLevel('lower'),
    ...lineLevels(lines.map(({ price, side }) => ({ price, state: side ?? 'waiting', words: '' }))),
    ...levelAt('Last price', last, 'last'),
  ]
  return (
    <PriceChart
      name="price and range"
      label={`${toSlashPair(pair)} with the range of the bot`}
      history={history}
      levels={levels}
      zones={ZONES}
      height={HEIGHT}
    />
  )
}

/** "10.00% below the price". */
function awayFrom(price: Decimal, last: Decimal): string | undefined {
  if (!isPositive(last)) return undefined
  const percent = formatPercent(
    divide(multiply(subtract(price, last), HUNDRED), last, 6, 'half-even'),
  )
  return percent.startsWith('−')
    ? `${percent.slice(1)} below the price`
    : `${percent} above the price`
}
