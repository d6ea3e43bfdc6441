import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import { levelAt, type PriceLevel } from '#charts/price-data.ts'
import { type Decimal, toText } from '#money/decimal.ts'
import { formatPrice } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'

import { moveOf } from './level-moves.ts'
import { usePriceHistory } from './price-history.ts'

type LevelPictureProps = {
  pair: string
  exchange: string | undefined
  /** `undefined` until typed. */
  level: Decimal | undefined
  last: Decimal | undefined
  onLevel: (price: string) => void
}

const HEIGHT_PX = 220

/** An alert's price over its pair's candles; without one, its line starts at the last price. */
export function LevelPicture({ pair, exchange, level, last, onLevel }: LevelPictureProps) {
  const history = usePriceHistory({ pair, exchange }, { interval: '1h' })
  const levels = useMemo((): PriceLevel[] => {
    const price = level ?? last
    if (!price) return []
    const move = moveOf(price, {
      tick: undefined,
      spoken: formatPrice(price),
      onMove: (there) => onLevel(toText(there)),
    })
    const name = level ? 'Alert' : 'Alert, not set yet'
    return [
      ...levelAt(name, price, 'caution', { id: 'alert', move }),
      ...levelAt('Last price', level && last, 'last'),
    ]
  }, [level, last, onLevel])
  if (history.whyNone !== undefined) return null
  return (
    <PriceChart
      name="level of the alert"
      label={`${toSlashPair(pair)} with the level of the alert`}
      history={history}
      levels={levels}
      height={HEIGHT_PX}
    />
  )
}
