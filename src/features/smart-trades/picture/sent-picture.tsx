import { useMemo } from 'react'

import { levelAt, type PriceLevel } from '#charts/price-data.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { SheetPicture } from '#market/sheet-picture.tsx'
import { useExchangeOf } from '#market/accounts.ts'
import type { Decimal } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Market } from '../ticket/use-market.ts'
import type { Trade } from '../trade-facts.ts'
import { changedLevels, levelsOf, linesOf, zonesOf } from './picture-lines.ts'

type SentPictureProps = { body: SmartTradeDraft; preview: Preview; market: Market }

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
  return (
    <SheetPicture
      name="trade"
      label="Prices of the trade"
      on={{ pair, exchange }}
      levels={lines}
      zones={zones}
    />
  )
}

type TradeLevelsPictureProps = {
  trade: Trade
  gone?: Decimal | undefined
  isEnding?: boolean
}

export function TradeLevelsPicture({ trade, gone, isEnding }: TradeLevelsPictureProps) {
  const levels = useMemo(() => {
    const now = levelsOf(trade)
    const stays = isEnding ? now.filter(({ look }) => look === 'entry' || look === 'last') : now
    return changedLevels([...now, ...levelAt('Order', gone, 'trigger')], stays)
  }, [trade, gone, isEnding])
  return <ChangePicture trade={trade} levels={levels} />
}

type ChangePictureProps = { trade: Trade; levels: readonly PriceLevel[] }

export function ChangePicture({ trade: { pair, account }, levels }: ChangePictureProps) {
  const exchange = useExchangeOf(account.id)
  return (
    <SheetPicture
      name="change"
      label="Prices of the trade"
      on={{ pair, exchange }}
      levels={levels}
    />
  )
}
