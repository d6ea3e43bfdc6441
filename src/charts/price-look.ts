import { LineStyle } from 'lightweight-charts'

import { type ExportedFile, pngOf } from './chart-export.tsx'
import type { PriceLevel } from './price-data.ts'

const TOKENS = [
  'accent',
  'active',
  'canvas',
  'caution',
  'caution-soft',
  'down',
  'down-soft',
  'edge',
  'hairline',
  'hairline-2',
  'text',
  'text-2',
  'text-3',
  'up',
  'up-soft',
] as const

/** `ground` is what the chart stands on: the page, a drawer or a sheet. */
export type Colours = Readonly<Record<(typeof TOKENS)[number] | 'ground', string>>

/** The tokens of the theme as they are where an element stands, as colours that a canvas takes. */
export function coloursOf(element: Element): Colours {
  const styles = getComputedStyle(element)
  const pen = document.createElement('canvas').getContext('2d')
  const colour = (token: string): string => {
    const text = styles.getPropertyValue(`--${token}`).trim()
    if (!pen) return text
    // A canvas knows the colours of the system too, and tells them as #rrggbb.
    pen.fillStyle = text
    return pen.fillStyle
  }
  const ground = colour(element.closest('[data-sheet], aside') ? 'overlay' : 'canvas')
  return {
    ...(Object.fromEntries(TOKENS.map((token) => [token, colour(token)])) as Colours),
    ground,
  }
}

type Look = {
  colour: keyof Colours
  style: LineStyle
  tag?: [ground: keyof Colours, text: keyof Colours]
}

const LOOKS: Record<PriceLevel['look'], Look> = {
  up: { colour: 'up', style: LineStyle.Solid, tag: ['up-soft', 'up'] },
  down: { colour: 'down', style: LineStyle.Solid, tag: ['down-soft', 'down'] },
  entry: { colour: 'text', style: LineStyle.Solid, tag: ['active', 'text'] },
  trigger: { colour: 'text-2', style: LineStyle.Solid, tag: ['active', 'text'] },
  'break-even': { colour: 'text-3', style: LineStyle.Dashed },
  caution: { colour: 'caution', style: LineStyle.Dashed, tag: ['caution-soft', 'caution'] },
  last: { colour: 'text-3', style: LineStyle.Dotted, tag: ['text', 'canvas'] },
}

export const hasTag = ({ look, isFaint = false }: PriceLevel): boolean =>
  LOOKS[look].tag !== undefined && !isFaint

/** The look of a level as a price line. */
export function levelLook(level: PriceLevel, colours: Colours) {
  const { look, isFaint } = level
  const { colour, style, tag } = LOOKS[look]
  // Colours of the system are all the same: a stop is told from a target by its dashes.
  const isSameAll = colours.up === colours.down
  return {
    color: isFaint ? `${colours[colour]}47` : colours[colour],
    lineWidth: 1 as const,
    lineStyle: isSameAll && look === 'down' ? LineStyle.LargeDashed : style,
    axisLabelVisible: hasTag(level),
    axisLabelColor: colours[tag?.[0] ?? 'ground'],
    axisLabelTextColor: colours[tag?.[1] ?? 'text'],
  }
}

/** An axis number nearer to a tag than this is left out, in px. */
export const AXIS_NUMBER_ROOM = 17

/** Room for the grip of a line that can be moved. */
const GRIP = 36
/** The least distance between the feet of two lines of words. */
const APART = 15
const ABOVE = -7
const UNDER = 15
/** From the foot of words to their middle. */
const TO_MIDDLE = 4

type AtHeight = Pick<PriceLevel, 'look'> & { y: number }

/**
 * Where the words of each level stand, the most important first: above its line, under it where that
 * place is taken or another line would run through, not at all where both are.
 */
export function feetOf(levels: readonly AtHeight[], height: number): (number | undefined)[] {
  const taken: number[] = []
  return levels.map(({ look, y }, index) => {
    // A break-even lies just above the entry of a long.
    const sides = look === 'entry' ? [y + UNDER, y + ABOVE] : [y + ABOVE, y + UNDER]
    const isFree = (foot: number) =>
      foot >= APART - TO_MIDDLE &&
      foot <= height - TO_MIDDLE &&
      taken.every((other) => Math.abs(other - foot) >= APART)
    const isClear = (foot: number) =>
      levels.every(
        (other, place) => place === index || Math.abs(other.y - foot + TO_MIDDLE) >= APART / 2,
      )
    const free = y >= 0 && y <= height ? sides.filter(isFree) : []
    const foot = free.find(isClear) ?? free[0]
    if (foot !== undefined) taken.push(foot)
    return foot
  })
}

export type Box = { left: number; right: number; foot: number }

export const touches = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && Math.abs(one.foot - other.foot) < APART

type Words = Box & { text: string; weight: 400 | 500; colour: 'text' | 'text-2' }
type Room = { right: number; height: number; font: string }

/** The names and results of levels, at the right end of their lines. */
export function placesOfWords(
  pen: CanvasRenderingContext2D,
  levels: readonly (PriceLevel & { y: number })[],
  { right, height, font }: Room,
): Words[] {
  const named = levels.filter(({ look, isFaint }) => !isFaint && look !== 'last')
  const feet = feetOf(named, height)
  return named.flatMap(({ name, detail = '', look, move }, index): Words[] => {
    const foot = feet[index]
    if (foot === undefined) return []
    let end = right - (move ? GRIP : 0)
    const wordsOf = (text: string, weight: Words['weight'], colour: Words['colour']): Words => {
      pen.font = `${weight} ${font}`
      const words = {
        text,
        weight,
        colour,
        foot,
        left: end - pen.measureText(text).width,
        right: end,
      }
      end = words.left - 8
      return words
    }
    return [
      ...(detail === '' ? [] : [wordsOf(detail, 400, 'text-2')]),
      wordsOf(name, 500, look === 'break-even' ? 'text-2' : 'text'),
    ]
  })
}

/** The width of the longest words of levels, in px. */
export function widthOfWords(levels: readonly PriceLevel[], font: string): number {
  const pen = document.createElement('canvas').getContext('2d')
  const apart = levels.map((level, index) => ({ ...level, y: 50 * (index + 1) }))
  const room = { right: 0, height: Number.POSITIVE_INFINITY, font }
  return pen ? -Math.min(0, ...placesOfWords(pen, apart, room).map(({ left }) => left)) : 0
}

/** Between two candles in the first view of a plan, in px. */
const SPACING = 7
/** Fewest candles of the first view. */
const LEAST_CANDLES = 12
/** Room right of the newest candle: for words, at most a part of the chart. */
const AHEAD = { least: 28, part: 0.34 }

type View = { count: number; begin: number | undefined; width: number; words: number }

/**
 * The first view, in places of the time axis: from `begin` on, or the newest candles that have room,
 * and right of them the words of the levels, which are `words` px wide.
 */
export function firstView({ count, begin, width, words }: View): { from: number; to: number } {
  const room = width - Math.min(Math.max(AHEAD.least, words), width * AHEAD.part)
  const first = begin ?? count - Math.max(20, Math.floor(room / SPACING))
  // From the left edge of a candle.
  const from = Math.max(0, first) - 0.5
  return { from, to: from + Math.max(LEAST_CANDLES, count - from) * (width / room) }
}

/** A level that is far is in sight where it is no farther than this many times what the others span. */
const NEAR = 1.5
/** The span of the axis around a price that stands alone, as a part of it. */
const LONE = 0.025

/** The prices that the axis shows: those of the candles in sight, and the levels. */
export function rangeOf(
  candles: readonly number[],
  levels: readonly { price: number; isFar: boolean }[],
): { minValue: number; maxValue: number } | null {
  const near = levels.flatMap(({ price, isFar }) => (isFar ? [] : [price]))
  const [low, high] = [Math.min(...candles, ...near), Math.max(...candles, ...near)]
  const room = NEAR * (high - low)
  const far = levels
    .map(({ price }) => price)
    .filter((price) => price >= low - room && price <= high + room)
  const [minValue, maxValue] = [Math.min(low, ...far), Math.max(high, ...far)]
  if (minValue > maxValue) return null
  if (minValue < maxValue) return { minValue, maxValue }
  return { minValue: minValue * (1 - LONE), maxValue: maxValue * (1 + LONE) }
}

/** Of the chart in an image. */
export const IMAGE = { width: 1_136, height: 448, edge: 32, head: 80 }

export type Titles = Pick<ExportedFile, 'title' | 'source'>

/** A drawn chart under its title, in the colours of its theme. */
export function titledImage(
  drawn: HTMLCanvasElement,
  { title, source }: Titles,
  colours: Colours,
): Promise<Blob> {
  const { width, height, edge, head } = IMAGE
  const sharpness = drawn.width / width
  const size = { width: width + 2 * edge, height: head + height + edge }
  const { fontFamily } = getComputedStyle(document.body)
  return pngOf(size.width * sharpness, size.height * sharpness, (pen) => {
    pen.scale(sharpness, sharpness)
    pen.fillStyle = colours.ground
    pen.fillRect(0, 0, size.width, size.height)
    pen.fillStyle = colours.text
    pen.font = `600 15px ${fontFamily}`
    pen.fillText(title, edge, 34, width)
    pen.fillStyle = colours['text-2']
    pen.font = `400 12px ${fontFamily}`
    pen.fillText(source, edge, 56, width)
    pen.drawImage(drawn, edge, head, width, height)
  })
}
