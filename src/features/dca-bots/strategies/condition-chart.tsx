import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { DealStartCondition } from '#contract/dca-strategies.ts'
import { usePriceHistory } from '#market/price-history.ts'
import { fromSlashPair } from '#trading/pair.ts'

import { intervalOf, pictureOf } from './condition-picture.ts'

/** In px. */
const HEIGHT = 240

type ConditionChartProps = {
  condition: DealStartCondition
  pair: string
}

export function ConditionChart({ condition, pair }: ConditionChartProps) {
  const on = { pair: fromSlashPair(pair), exchange: undefined }
  const history = usePriceHistory(on, { interval: intervalOf(condition) })
  const { candles } = history
  const picture = useMemo(() => pictureOf(condition, candles), [condition, candles])
  const indicators = useMemo(() => picture && [picture.indicator], [picture])
  const words = picture
    ? candles.length > 0
      ? picture.words
      : ''
    : 'The periods that the service sent give no indicator.'
  return (
    <>
      <PriceChart
        name={`${condition.name}, ${pair}`}
        label={[`${pair} with ${condition.name}`, words].filter(Boolean).join(': ')}
        history={history}
        levels={NO_LEVELS}
        indicators={indicators}
        height={HEIGHT}
      />
      <p className="flex min-h-4 flex-wrap justify-between gap-x-3 text-caption text-ink-3">
        <span>{words}</span>
        <span>{pair}</span>
      </p>
    </>
  )
}

const NO_LEVELS = [] as const
