import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { usePriceHistory } from '#market/price-history.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Market } from '../ticket/use-market.ts'
import { linesOf, pictureLabel, zonesOf } from './picture-lines.ts'

/** Of the receipt, in px. */
const HEIGHT = 224

type SentPictureProps = { body: SmartTradeDraft; preview: Preview; market: Market }

/** The trade that was sent, still, on the prices it was reviewed at. */
export function SentPicture({ body, preview, market: { view, exchange } }: SentPictureProps) {
  const { position, pair, skip_enter_step: isHeld } = body
  const { conditional } = position
  const trigger = conditional?.order_type === 'limit' ? conditional.price?.value : undefined
  const history = usePriceHistory({ pair, exchange })
  const { price: last } = view
  const lines = useMemo(
    () =>
      linesOf({
        preview,
        last,
        trigger,
        words: { entry: isHeld ? 'held' : '', stop: '', target: () => '' },
      }),
    [preview, last, trigger, isHeld],
  )
  const zones = useMemo(() => zonesOf(lines, preview), [lines, preview])
  if (lines.length === 0) return null
  return (
    <PriceChart
      name="trade that was sent"
      label={pictureLabel(lines)}
      history={history}
      levels={lines}
      zones={zones}
      height={HEIGHT}
    />
  )
}
