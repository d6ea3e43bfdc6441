import { compare, type Decimal, subtract, toNumber } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

export type PictureLine = {
  kind: 'target' | 'stop' | 'entry' | 'break-even' | 'now'
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
}

export type PicturePlan = {
  lines: PictureLine[]
  /** From the entry to the farthest target, and to the stop. */
  profitZone: [top: number, bottom: number] | undefined
  lossZone: [top: number, bottom: number] | undefined
  /** Where any other price lies; beyond the drawing when it is far from the trade. */
  yOf: (price: number) => number
  /** The other way round. */
  priceAt: (y: number) => number
  scale: Scale
}

/** Which prices the axis shows. While a line is dragged it stays, or the line would flee the pointer. */
export type Scale = { middle: number; range: number }

export type PictureWords = {
  entry: string
  stop: string
  target: (index: number) => string
  targetDetail: (index: number) => string
  stopDetail: string
}

const EDGE = 44
/** What the axis spans around a price that stands alone, as a part of it. */
const LONE_RANGE = 0.05
const TAG = 22

/** Where every price of a trade lies on an axis of `height`; `undefined` while there is none. */
export function planPicture(
  preview: Preview,
  now: Decimal | undefined,
  words: PictureWords,
  height: number,
  held?: Scale,
): PicturePlan | undefined {
  const { entryPrice, targets, stop, breakEven } = preview
  const stopPrice = stop?.trigger
  const named: Omit<PictureLine, 'y' | 'tagY'>[] = [
    ...targets.flatMap(({ price }, index) =>
      price
        ? [
            {
              kind: 'target' as const,
              index,
              name: words.target(index),
              price,
              detail: words.targetDetail(index),
            },
          ]
        : [],
    ),
    ...(now && now !== entryPrice
      ? [{ kind: 'now' as const, index: 0, name: '', price: now, detail: '' }]
      : []),
    ...(entryPrice
      ? [{ kind: 'entry' as const, index: 0, name: '', price: entryPrice, detail: words.entry }]
      : []),
    ...(breakEven && stopPrice
      ? [
          {
            kind: 'break-even' as const,
            index: 0,
            name: '',
            price: breakEven,
            detail: 'Break-even',
          },
        ]
      : []),
    ...(stopPrice
      ? [
          {
            kind: 'stop' as const,
            index: 0,
            name: words.stop,
            price: stopPrice,
            detail: words.stopDetail,
          },
        ]
      : []),
  ]
  const [first] = named
  if (first === undefined || named.every(({ kind }) => kind === 'now')) return undefined

  const { middle, range } = held ?? scaleOf(named)
  const perPixel = range / (height - 2 * EDGE)
  const yOfNumber = (price: number): number => height / 2 + (middle - price) / perPixel
  const yOf = (price: Decimal): number => yOfNumber(toNumber(price))
  const drawn = named.map((line) => ({ ...line, y: yOf(line.price), tagY: yOf(line.price) }))
  spread(
    drawn.filter(({ kind }) => kind !== 'break-even'),
    height,
  )
  const zoneTo = (price: Decimal | undefined): [number, number] | undefined => {
    if (price === undefined || entryPrice === undefined) return undefined
    const ends = [yOf(price), yOf(entryPrice)].toSorted((a, b) => a - b)
    return [ends[0] ?? 0, ends[1] ?? 0]
  }
  return {
    lines: drawn,
    profitZone: zoneTo(farthest(targets, entryPrice)),
    lossZone: zoneTo(stopPrice),
    yOf: yOfNumber,
    priceAt: (y) => middle - (y - height / 2) * perPixel,
    scale: { middle, range },
  }
}

/** From the least price to the most; an entry by itself, a spread from the last price, has more room. */
function scaleOf(lines: readonly Pick<PictureLine, 'kind' | 'price'>[]): Scale {
  const numbers = lines.map(({ price }) => toNumber(price))
  const hasExit = lines.some(({ kind }) => kind === 'target' || kind === 'stop')
  const top = Math.max(...numbers)
  const bottom = Math.min(...numbers)
  return {
    middle: (top + bottom) / 2,
    range: hasExit && top > bottom ? top - bottom : Math.max(top - bottom, top * LONE_RANGE),
  }
}

/** Moves tags apart that lie on each other: down from the top, then up from the bottom. */
function spread(lines: PictureLine[], height: number): void {
  const ordered = lines.toSorted((a, b) => a.y - b.y || order(a) - order(b))
  let floor = TAG / 2
  for (const line of ordered) {
    line.tagY = Math.max(line.tagY, floor)
    floor = line.tagY + TAG
  }
  let ceiling = height - TAG / 2
  for (const line of ordered.toReversed()) {
    line.tagY = Math.min(line.tagY, ceiling)
    ceiling = line.tagY - TAG
  }
}

const KINDS: readonly PictureLine['kind'][] = ['target', 'now', 'entry', 'break-even', 'stop']
const order = ({ kind }: PictureLine): number => KINDS.indexOf(kind)

function farthest(targets: Preview['targets'], entry: Decimal | undefined): Decimal | undefined {
  if (entry === undefined) return undefined
  const prices = targets.flatMap(({ price }) => price ?? [])
  const away = (price: Decimal) =>
    compare(price, entry) >= 0 ? subtract(price, entry) : subtract(entry, price)
  return prices.reduce<Decimal | undefined>(
    (most, price) => (most === undefined || compare(away(price), away(most)) > 0 ? price : most),
    undefined,
  )
}
