import { levelAt, type PriceLevel, type PriceZone } from '#charts/price-data.ts'

import { type GridLineView, type GridPlan, linesAndMarks } from './bot/grid-lines.ts'

/** Maximum lines drawn; more could not be told apart. */
const MOST_LINES = 60

const LOOKS: Record<GridLineView['state'], PriceLevel['look']> = {
  buy: 'up',
  sell: 'down',
  waiting: 'break-even',
  empty: 'break-even',
  mark: 'caution',
}

export function lineLevels(
  lines: readonly Pick<GridLineView, 'price' | 'state' | 'words'>[],
): PriceLevel[] {
  const isWall = lines.length > MOST_LINES
  return lines.flatMap(({ price, state, words }, index): PriceLevel[] => {
    const isMark = state === 'mark'
    if (isWall && !isMark) return []
    const kind = isMark ? { isFar: true } : { isFaint: true }
    return levelAt(words, price, LOOKS[state], { id: `${state} ${index}`, ...kind })
  })
}

/** Most important first. */
export const gridLevels = (bot: GridPlan): PriceLevel[] => [
  ...levelAt('Upper price', bot.upper_price, 'trigger', { id: 'upper' }),
  ...levelAt('Lower price', bot.lower_price, 'trigger', { id: 'lower' }),
  ...lineLevels(linesAndMarks(bot)),
  ...levelAt('Last price', bot.current_price, 'last'),
]

export const rangeZone = (since: number): readonly PriceZone[] => [
  { from: 'lower', to: 'upper', tone: 'text', since },
]
