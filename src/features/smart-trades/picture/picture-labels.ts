import { HEIGHT } from './picture-axis.ts'
import type { PictureLine } from './picture-plan.ts'

/** A tag with a fill, and the bare words of bid and ask, each with its gap. */
const TAG = { filled: 22, bare: 16 }

/** Of two at one place, which stands higher. */
const DOWNWARDS: readonly PictureLine['kind'][] = [
  'target',
  'ask',
  'now',
  'bid',
  'trigger',
  'entry',
  'break-even',
  'stop',
  'stop-limit',
  'liquidation',
]

const MARKET: ReadonlySet<PictureLine['kind']> = new Set(['ask', 'now', 'bid'])

export const isMarket = ({ kind }: Pick<PictureLine, 'kind'>): boolean => MARKET.has(kind)

/**
 * Moves tags apart that lie on each other. Those of the market give way first: a tag beside another
 * line than its own would be read as that line's price.
 */
export function spreadTags(lines: readonly PictureLine[]): void {
  const order = ({ kind }: PictureLine): number => DOWNWARDS.indexOf(kind)
  const ordered = lines
    .filter(({ kind }) => kind !== 'break-even')
    .toSorted((a, b) => a.y - b.y || order(a) - order(b))
  const all = () => true
  pushApart(
    ordered.filter((line) => !isMarket(line)),
    all,
  )
  pushApart(ordered, isMarket)
  pushApart(ordered, all)
}

const halfOf = ({ kind }: PictureLine): number =>
  (kind === 'bid' || kind === 'ask' ? TAG.bare : TAG.filled) / 2

/** Down from the top, then up from the bottom. */
function pushApart(ordered: readonly PictureLine[], moves: (line: PictureLine) => boolean): void {
  let floor = 0
  for (const line of ordered) {
    if (moves(line)) line.tagY = Math.max(line.tagY, floor + halfOf(line))
    floor = line.tagY + halfOf(line)
  }
  let ceiling = HEIGHT
  for (const line of ordered.toReversed()) {
    if (moves(line)) line.tagY = Math.min(line.tagY, ceiling - halfOf(line))
    ceiling = line.tagY - halfOf(line)
  }
}

/** Whose words stay where there is no room for all of them. */
const BY_IMPORTANCE: readonly PictureLine['kind'][] = [
  'entry',
  'stop',
  'stop-limit',
  'liquidation',
  'target',
  'trigger',
  'break-even',
]

const WORDS_HEIGHT = 13

/** The foot of a line's words. */
export const wordsAt = (y: number, side: 'above' | 'under'): number =>
  side === 'above' ? y - 6 : y + 14

/** Gives words the side of their line where they run into no others; none where both are taken. */
export function placeWords(lines: readonly PictureLine[]): void {
  const taken: number[] = []
  for (const kind of BY_IMPORTANCE) {
    for (const line of lines.filter((one) => one.kind === kind)) {
      // The entry's are under its line, since break-even lies just above it.
      const sides = kind === 'entry' ? (['under', 'above'] as const) : (['above', 'under'] as const)
      line.words = sides.find((side) =>
        taken.every((foot) => Math.abs(foot - wordsAt(line.y, side)) >= WORDS_HEIGHT),
      )
      if (line.words) taken.push(wordsAt(line.y, line.words))
    }
  }
}
