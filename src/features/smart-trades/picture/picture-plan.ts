import type { MarketView } from '#contract/draft-rule.ts'
import { type AxisLabel, LABEL_GAP, spreadLabels } from '#charts/labels.ts'
import { compare, type Decimal, subtract, toNumber } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

export type PictureLine = {
  kind:
    | 'target'
    | 'ask'
    | 'now'
    | 'bid'
    | 'trigger'
    | 'entry'
    | 'break-even'
    | 'stop'
    | 'stop-limit'
    | 'liquidation'
  /** Which of the targets; 0 for any other line. */
  index: number
  name: string
  price: Decimal
  /** Of the line itself. */
  y: number
  /** Of its price tag, moved where it would cover another one. */
  tagY: number
  /** At the right of its line. */
  detail: string
  /** On which side of the line its words stand; absent where there is no room for them. */
  words: 'above' | 'under' | undefined
}

export type PicturePlan = {
  lines: PictureLine[]
  /** From the entry to the farthest target, and to the stop. */
  profitZone: Zone
  lossZone: Zone
  scale: Scale
}

export type PictureWords = {
  entry: string
  stop: string
  target: (index: number) => string
  targetDetail: (index: number) => string
  stopDetail: string
}

export type PictureFacts = {
  preview: Preview
  market: Pick<MarketView, 'price' | 'bid' | 'ask'>
  /** What sets off an entry that then waits at a limit of its own. */
  trigger?: Decimal | undefined
  words: PictureWords
  held?: Scale | undefined
  /** Of the drawing; a whole one otherwise. */
  height?: number | undefined
}

/** A spread may be wider than the trade, and a liquidation far away from it. */
const MAY_BE_BEYOND: ReadonlySet<PictureLine['kind']> = new Set(['bid', 'ask', 'liquidation'])

/** A liquidation that is no farther than this many times what the trade spans is within the axis. */
const NEAR = 1.5

/** What the axis spans around a price that stands alone, as a part of it. */
const LONE_RANGE = 0.05

/** Where every price of a trade lies on the axis; `undefined` while there is none. */
export function planPicture(facts: PictureFacts): PicturePlan | undefined {
  const { entryPrice, targets, stop } = facts.preview
  const named = linesOf(facts)
  if (named.length === 0) return undefined

  const scale = facts.held ?? { ...scaleOf(named), height: facts.height }
  const { height = HEIGHT } = scale
  const yOf = (price: Decimal): number => yOnAxis(scale, toNumber(price))
  const lines = named
    .map((line): PictureLine => {
      const y = yOf(line.price)
      return { ...line, y, tagY: y, words: undefined }
    })
    // What is beyond the axis has no place on it.
    .filter(({ kind, y }) => !MAY_BE_BEYOND.has(kind) || (y > 0 && y < height))
  spreadTags(lines, height)
  placeWords(lines)
  const zoneTo = (price: Decimal | undefined): Zone => {
    if (price === undefined || entryPrice === undefined) return undefined
    const ends = [yOf(price), yOf(entryPrice)].toSorted((a, b) => a - b)
    return [ends[0] ?? 0, ends[1] ?? 0]
  }
  const profitZone = zoneTo(
    farthest(
      targets.map(({ price }) => price),
      entryPrice,
    ),
  )
  const lossZone = zoneTo(farthest([stop?.trigger, stop?.limit], entryPrice))
  // A stop that no rule lets through loses nothing that could be shown.
  const isMistyped = stop?.loss === undefined && overlap(profitZone, lossZone)
  return { lines, profitZone, lossZone: isMistyped ? undefined : lossZone, scale }
}

type Zone = [top: number, bottom: number] | undefined

const overlap = (one: Zone, other: Zone): boolean =>
  one !== undefined && other !== undefined && one[0] < other[1] && other[0] < one[1]

type Named = Pick<PictureLine, 'kind' | 'index' | 'name' | 'price' | 'detail'>

/** Every price there is, from what is hoped for to what is feared. */
function linesOf({ preview, market, trigger, words }: PictureFacts): Named[] {
  const { entryPrice, targets, stop, breakEven, liquidation } = preview
  const { targetDetail, stopDetail } = words
  const line = (
    kind: PictureLine['kind'],
    price: Decimal | undefined,
    { name = '', detail = '', index = 0 } = {},
  ): Named[] => (price ? [{ kind, index, name, price, detail }] : [])
  /** The entry's own line says it where the two are one. */
  const beside = (kind: PictureLine['kind'], price: Decimal | undefined) =>
    line(kind, price === entryPrice ? undefined : price)
  return [
    ...targets.flatMap(({ price }, index) =>
      line('target', price, {
        index,
        name: words.target(index),
        detail: targetDetail(index),
      }),
    ),
    ...beside('ask', market.ask),
    ...beside('now', market.price),
    ...beside('bid', market.bid),
    ...line('trigger', trigger, { name: 'Trigger' }),
    ...line('entry', entryPrice, { detail: words.entry }),
    ...line('break-even', stop?.trigger && breakEven, { detail: 'Break-even' }),
    // Its result stands where it closes.
    ...line('stop', stop?.trigger, {
      name: words.stop,
      detail: stop?.limit ? '' : stopDetail,
    }),
    ...line('stop-limit', stop?.limit, {
      name: 'Stop limit',
      detail: stopDetail,
    }),
    ...line('liquidation', liquidation, {
      name: 'Liquidation',
      detail: 'estimated',
    }),
  ]
}

const EXITS: ReadonlySet<PictureLine['kind']> = new Set(['target', 'stop', 'stop-limit'])

/** From the least price to the most; an entry by itself, a spread from the last price, has more room. */
function scaleOf(lines: readonly Named[]): Scale {
  const numbers = lines
    .filter(({ kind }) => !MAY_BE_BEYOND.has(kind))
    .map(({ price }) => toNumber(price))
  const hasExit = lines.some(({ kind }) => EXITS.has(kind))
  const spanned = spanOf(numbers, hasExit)
  const liquidation = lines.find(({ kind }) => kind === 'liquidation')
  const far = liquidation && toNumber(liquidation.price)
  const isNear = far !== undefined && Math.abs(far - spanned.middle) <= spanned.range * NEAR
  return isNear ? spanOf([...numbers, far], hasExit) : spanned
}

function spanOf(numbers: readonly number[], hasExit: boolean): Scale {
  const top = Math.max(...numbers)
  const bottom = Math.min(...numbers)
  return {
    middle: (top + bottom) / 2,
    range: hasExit && top > bottom ? top - bottom : Math.max(top - bottom, top * LONE_RANGE),
  }
}

function farthest(
  prices: readonly (Decimal | undefined)[],
  entry: Decimal | undefined,
): Decimal | undefined {
  if (entry === undefined) return undefined
  const away = (price: Decimal) =>
    compare(price, entry) >= 0 ? subtract(price, entry) : subtract(entry, price)
  return prices.reduce(
    (most, price) =>
      price && (most === undefined || compare(away(price), away(most)) > 0) ? price : most,
    undefined,
  )
}

/** Units of the drawing, which are pixels where there is room. */
export const WIDTH = 360
export const HEIGHT = 600
/** Where lines end and price tags begin. */
export const AXIS = 264
/** Where candles have ended and the present price stands. */
export const NOW = 190

/** Free above the highest price and below the lowest. */
const EDGE = 44

/** Which prices the axis shows. While a line is moved it stays, or the line would flee the hand. */
export type Scale = {
  middle: number
  range: number
  /** Of the drawing; a whole one otherwise. */
  height?: number | undefined
}

const perUnit = ({ range, height = HEIGHT }: Scale): number => range / (height - 2 * EDGE)

/** Where a price lies; beyond the drawing when it is far from the trade. */
export const yOnAxis = (scale: Scale, price: number): number =>
  (scale.height ?? HEIGHT) / 2 + (scale.middle - price) / perUnit(scale)

/** The price at a height of the drawing. */
export const priceOnAxis = (scale: Scale, y: number): number =>
  scale.middle - (y - (scale.height ?? HEIGHT) / 2) * perUnit(scale)

/** Whether a price lies well within the drawing. */
export const isOnAxis = (scale: Scale, price: number): boolean =>
  Math.abs(price - scale.middle) <= scale.range / 2 + perUnit(scale) * (EDGE / 2)

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

/** Far more than the market's: a tag beside another line than its own would be read as that price. */
const PLAN_WEIGHT = 1_000_000

/** Moves tags apart that lie on each other; those of the market give way to those of the plan. */
function spreadTags(lines: readonly PictureLine[], height: number): void {
  const order = ({ kind }: PictureLine): number => DOWNWARDS.indexOf(kind)
  const ordered = lines
    .filter(({ kind }) => kind !== 'break-even')
    .toSorted((a, b) => a.y - b.y || order(a) - order(b))
  const places = spreadLabels(
    ordered.map((line): AxisLabel => ({
      at: line.y,
      size: line.kind === 'bid' || line.kind === 'ask' ? TAG.bare : TAG.filled,
      weight: isMarket(line) ? 1 : PLAN_WEIGHT,
    })),
    { from: 0, to: height },
  )
  for (const [index, line] of ordered.entries()) line.tagY = places[index] ?? line.y
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

/** The foot of a line's words. */
export const wordsAt = (y: number, side: 'above' | 'under'): number =>
  side === 'above' ? y - 6 : y + 14

/** From the foot of words to their middle, and half their height with some air. */
const TO_MIDDLE = 4
const HALF_HEIGHT = 8

/** Whether a line would be drawn through words that are not its own. */
export const strikes = (y: number, foot: number): boolean =>
  Math.abs(y - (foot - TO_MIDDLE)) < HALF_HEIGHT

/**
 * Gives words the side of their line where they run into no others and no other line runs through
 * them; none where both are taken.
 */
function placeWords(lines: readonly PictureLine[]): void {
  const taken: number[] = []
  const across = lines.filter((line) => !isMarket(line))
  for (const kind of BY_IMPORTANCE) {
    for (const line of lines.filter((one) => one.kind === kind)) {
      // The entry's are under its line, since the break-even of a long lies just above it.
      const sides = kind === 'entry' ? (['under', 'above'] as const) : (['above', 'under'] as const)
      const isStruck = (foot: number) =>
        across.some((other) => other !== line && other.y !== line.y && strikes(other.y, foot))
      const isFree = (side: 'above' | 'under') =>
        taken.every((other) => Math.abs(wordsAt(line.y, side) - other) >= LABEL_GAP)
      const clear = sides.find((side) => isFree(side) && !isStruck(wordsAt(line.y, side)))
      // Between two lines close to each other the entry would rather be struck than go unnamed.
      line.words = clear ?? (kind === 'entry' || kind === 'stop' ? sides.find(isFree) : undefined)
      if (line.words) taken.push(wordsAt(line.y, line.words))
    }
  }
}
