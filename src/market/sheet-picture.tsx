import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceLevel, PriceZone } from '#charts/price-data.ts'

import type { PairOn } from './candles.ts'
import { usePriceHistory } from './price-history.ts'

const HEIGHT_PX = 224

type SheetPictureProps = {
  name: string
  label: string
  on: PairOn
  levels: readonly PriceLevel[]
  zones?: readonly PriceZone[] | undefined
}

/** Prices of a write over its pair's candles; nothing without prices. */
export function SheetPicture({ on, ...chart }: SheetPictureProps) {
  const history = usePriceHistory(on)
  return chart.levels.length > 0 && <PriceChart {...chart} history={history} height={HEIGHT_PX} />
}
