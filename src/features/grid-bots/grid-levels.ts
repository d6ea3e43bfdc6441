import type { PriceLevel, PriceZone } from '#charts/price-data.ts'
import type { Decimal } from '#money/decimal.ts'

import { type GridLineView, type GridPlan, linesAndMarks } from './bot/grid-lines.ts'

/** More of them would be a wall. */
const MOST_LINES = 60

const LOOKS: Record<GridLineView['state'], PriceLevel['look']> = {
  buy: 'up',
  sell: 'down',
  waiting: 'break-even',
  empty: 'break-even',
  mark: 'caution',
}

/** The lines of a grid, faint, and prices at which something else happens to its bot. */
export function lineLevels(
  lines: readonly Pick<GridLineView, 'price' | 'state' | 'words'>[],
): PriceLevel[] {
  const isWall = lines.length > MOST_LINES
  return lines.flatMap(({ price, state, words }, index): PriceLevel[] => {
    const isMark = state === 'mark'
    if (isWall && !isMark) return []
    const kind = isMark ? { isFar: true } : { isFaint: true }
    return [{ id: `${state} ${index}`, name: words, price, look: LOOKS[state], ...kind }]
  })
}

/** The most important first. */
export function gridLevels(bot: GridPlan): PriceLevel[] {
  const { upper_price: upper, lower_price: lower, current_price: last } = bot
  const level = (id: string, name: string, price: Decimal | undefined, look: PriceLevel['look']) =>
    price ? [{ id, name, price, look }] : []
  return [
    ...level('upper', 'Upper price', upper, 'trigger'),
    ...level('lower', 'Lower price', lower, 'trigger'),
    ...lineLevels(linesAndMarks(bot)),
    ...level('last', 'Last price', last, 'last'),
  ]
}

/** The range, from an instant on. */
export const rangeZone = (since: number): readonly PriceZone[] => [
  { from: 'lower', to: 'upper', tone: 'text', since },
]
