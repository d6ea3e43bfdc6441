import { useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceLevel, PriceZone } from '#charts/price-data.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { useExchangeOf } from '#market/accounts.ts'
import type { PairOn } from '#market/candles.ts'
import { usePriceHistory } from '#market/price-history.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Market } from '../ticket/use-market.ts'
import type { Trade } from '../trade-facts.ts'
import { linesOf, pictureLabel, zonesOf } from './picture-lines.ts'

/** In a sheet, in px. */
const HEIGHT = 224

type SentPictureProps = { body: SmartTradeDraft; preview: Preview; market: Market }

/** The trade as it is reviewed and was sent, on the prices it was reviewed at. */
export function SentPicture({ body, preview, market: { view, exchange } }: SentPictureProps) {
  const { position, pair, skip_enter_step: isHeld } = body
  const { conditional } = position
  const trigger = conditional?.order_type === 'limit' ? conditional.price?.value : undefined
  const { price: last } = view
  const lines = useMemo(
    () =>
      linesOf({
        preview,
        last,
        trigger,
        words: { entry: isHeld ? 'held' : '' },
      }),
    [preview, last, trigger, isHeld],
  )
  const zones = useMemo(() => zonesOf(lines, preview), [lines, preview])
  return <SmallPicture name="trade" on={{ pair, exchange }} {...{ lines, zones }} />
}

type ChangePictureProps = { trade: Trade; levels: readonly PriceLevel[] }

/** The levels that a change moves, over the candles of its pair. */
export function ChangePicture({ trade: { pair, account }, levels }: ChangePictureProps) {
  const exchange = useExchangeOf(account.id)
  return <SmallPicture name="change" on={{ pair, exchange }} lines={levels} />
}

type SmallPictureProps = {
  name: string
  on: PairOn
  lines: readonly PriceLevel[]
  zones?: readonly PriceZone[] | undefined
}

function SmallPicture({ name, on, lines, zones }: SmallPictureProps) {
  const history = usePriceHistory(on)
  if (lines.length === 0) return null
  return (
    <PriceChart
      name={name}
      label={pictureLabel(lines)}
      history={history}
      levels={lines}
      zones={zones}
      height={HEIGHT}
    />
  )
}
