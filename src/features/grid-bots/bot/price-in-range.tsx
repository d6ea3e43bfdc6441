import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceMarker } from '#charts/price-data.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import { useExchangeOf } from '#market/accounts.ts'
import { useFiguresSource } from '#market/figures-source.ts'
import { useFillMarkers, useOrdersOn } from '#market/fills.tsx'
import { accountOf } from '#market/names.tsx'
import { usePriceHistory } from '#market/price-history.ts'
import { tickPlaces } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'
import { Section } from '#ui/page.tsx'
import { Time } from '#ui/time.tsx'

import { gridLevels, rangeZone } from '../grid-levels.ts'

const HEIGHT = 340

export function PriceInRange({ bot }: { bot: GridBot }) {
  const source = useFiguresSource(accountOf(bot))
  const { id, pair, created_at: since } = bot
  const exchange = useExchangeOf(bot.account_id)
  const history = usePriceHistory({ pair, exchange }, { since })
  const levels = useMemo(() => gridLevels(bot), [bot])
  const zones = useMemo(() => rangeZone(since), [since])
  const places = tickPlaces(levels.map(({ price }) => price))
  const orders = useOrdersOn({ pair, accountId: bot.account_id, isWanted: true })
  const fills = useFillMarkers({
    type: 'grid_bot',
    id,
    pair,
    orders,
    since,
    places,
    length: history.length,
  })
  const markers = useMemo(() => [createdAt(since), ...fills], [since, fills])
  const label = `${toSlashPair(pair)} since the bot was created`
  return (
    <Section
      title="Price in the range"
      caption={
        <>
          since <Time at={since} style="date" />
          {bot.trailing_up_enabled && ', trailing up'}
        </>
      }
    >
      <PriceChart
        name="price in the range"
        label={label}
        history={history}
        levels={levels}
        zones={zones}
        markers={markers}
        height={HEIGHT}
        file={{ name: `grid-bot-prices-${fileWord(pair)}`, title: label, source }}
      />
    </Section>
  )
}

const createdAt = (at: number): PriceMarker => ({
  at,
  side: 'below',
  label: 'Created',
  words: 'Created',
  details: (
    <>
      Created <Time at={at} style="short" className="text-ink-3" />
    </>
  ),
})
