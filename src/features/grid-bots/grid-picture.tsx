import { useMemo } from 'react'

import { SheetPicture } from '#market/sheet-picture.tsx'
import { toSlashPair } from '#trading/pair.ts'

import type { GridPlan } from './bot/grid-lines.ts'
import { gridLevels, rangeZone } from './grid-levels.ts'

/** Starts at the oldest candle. */
const ZONES = rangeZone(0)

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
