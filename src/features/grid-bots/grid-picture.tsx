import { useMemo } from 'react'

import { SheetPicture } from '#market/sheet-picture.tsx'
import { toSlashPair } from '#trading/pair.ts'

import type { GridPlan } from './bot/grid-lines.ts'
import { gridLevels, rangeZone } from './grid-levels.ts'

/** From the oldest candle on. */
const ZONES = rangeZone(0)

/** In a sheet: the range and the lines of a bot over the candles of its pair. */
export function GridPicture({ bot, exchange }: { bot: GridPlan; exchange: string | undefined }) {
  const levels = useMemo(() => gridLevels(bot), [bot])
  return (
    <SheetPicture
      name="grid"
      label={`${toSlashPair(bot.pair)} with the range of the bot`}
      on={{ pair: bot.pair, exchange }}
      levels={levels}
      zones={ZONES}
    />
  )
}
