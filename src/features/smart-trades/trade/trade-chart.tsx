import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceZone } from '#charts/price-data.ts'
import { useExchangeOf } from '#market/accounts.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { useFillMarkers } from '#market/fills.tsx'
import { usePriceHistory } from '#market/price-history.ts'
import { toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'

import { entryName, levelsOf } from '../picture/picture-lines.ts'
import {
  isClosed,
  isFilled,
  stepsOf,
  targetName,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'
import { useOrdersOf } from './trade-timeline.tsx'

const HEIGHT = 300

export function TradeChart({ trade }: { trade: Trade }) {
  const source = useFiguresSource(trade.account.name)
  const { pair, id, data } = trade
  const exchange = useExchangeOf(trade.account.id)
  const ended = isClosed(trade) ? (data.closed_at ?? undefined) : undefined
  const span = ended === undefined ? 0 : (ended - data.created_at) / 4
  const history = usePriceHistory(
    { pair, exchange },
    { since: data.created_at - span, until: ended === undefined ? undefined : ended + span },
  )
  const orders = useOrdersOf(trade)
  const levels = useMemo(() => levelsOf(trade), [trade])
  const zones = useMemo(() => zonesOf(trade), [trade])
  const markers = useFillMarkers({
    type: 'smart_trade',
    id,
    pair,
    orders,
    since: data.created_at,
    places: tickPlacesOf(trade),
    length: history.length,
  })
  const name = toSlashPair(pair)
  return (
    <div className="mt-2 border-y border-hairline pt-1">
      <PriceChart
        name={`prices of SmartTrade ${id}`}
        label={`${name} with the prices of the trade`}
        history={history}
        levels={levels}
        zones={zones}
        markers={markers}
        height={HEIGHT}
        file={{
          name: `smart-trade-${fileWord(String(id))}`,
          title: `SmartTrade ${id}, ${name}`,
          source,
        }}
      />
    </div>
  )
}

function zonesOf(trade: Trade): PriceZone[] {
  if (isClosed(trade)) return []
  const since = isFilled(trade) ? trade.data.created_at : undefined
  const from = entryName(trade)
  return [
    { from, to: targetName(trade, stepsOf(trade).length - 1), tone: 'up', since },
    { from, to: 'Stop', tone: 'down', since },
  ]
}
