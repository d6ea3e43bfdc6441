import type { GridBot } from '#contract/grid-bots.ts'
import { becomes, type EffectRow } from '#forms/effect.tsx'
import type { Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'

import { gridResult } from './bot-facts.ts'

/** Realised, grid profit as part of it, open and total, with the values before. */
export function resultRows(bot: GridBot, before = bot): EffectRow[] {
  const { unit, places, reason, gridUnit, gridPlaces, ...is } = gridResult(bot)
  const was = gridResult(before)
  const look = { signed: true, hasUnitSlot: true, places, unit, reason } as const
  const row = (name: string, part: 'realised' | 'open' | 'total') =>
    becomes(name, was[part], is[part], (value) => <Amount value={value} {...look} />)
  const grid = (value: Decimal | undefined) => (
    <Amount value={value} {...look} places={gridPlaces} unit={gridUnit} reason={undefined} />
  )
  return [
    row('Realised', 'realised'),
    becomes('of it grid profit', was.grid, is.grid, grid),
    row(bot.is_enabled ? 'Open' : 'Open at the stop', 'open'),
    row('Total', 'total'),
  ]
}
