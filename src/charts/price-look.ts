// Colours, text positions and ranges of a price chart, computed without drawing.

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

/** `ground`: background of the chart, in a page, drawer or sheet. */
export type Colours = Readonly<Record<(typeof TOKENS)[number] | 'ground', string>>

/** Theme tokens at an element, as colours for a canvas. */
export function coloursOf(element: Element): Colours {
  const styles = getComputedStyle(element)
  const pen = document.createElement('canvas').getContext('2d')
  const colour = (token: string): string => {
    const text = styles.getPropertyValue(`--${token}`).trim()
    if (!pen) return text
    // A canvas converts system colours to #rrggbb.
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

export function levelLook(level: PriceLevel, colours: Colours) {
  const { look, isFaint } = level
  const { colour, style, tag } = LOOKS[look]
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

/** In px. Axis labels closer to a tag are left out. */
export const AXIS_NUMBER_ROOM = 17

const GRIP = 36
const APART = 15
const ABOVE = -7
const UNDER = 15
/** Distance from baseline to the middle of the text, in px. */
const TO_MIDDLE = 4
const GAP = 8

/** Text on the canvas with possible baselines, best first. */
export type Words = {
  name: string
  detail: string
  left: number
  right: number
  feet: readonly number[]
}

/** Places texts, most important first, at their first free baseline, or not at all. */
export function placed(words: readonly Words[], height: number): (Words & { foot: number })[] {
  const taken: (Words & { foot: number })[] = []
  for (const one of words) {
    const foot = one.feet.find(
      (at) =>
        at >= APART - TO_MIDDLE &&
        at <= height - TO_MIDDLE &&
        taken.every(
          (other) =>
            one.left >= other.right ||
            other.left >= one.right ||
            Math.abs(other.foot - at) >= APART,
        ),
    )
    if (foot !== undefined) taken.push({ ...one, foot })
  }
  return taken
}

/** Level names and results at the right; results only if the candles keep enough space. */
export function wordsOfLevels(
  pen: CanvasRenderingContext2D,
  levels: readonly (PriceLevel & { y: number })[],
  width: number,
): Words[] {
  const named = levels.filter(({ look, isFaint }) => !isFaint && look !== 'last')
  const right = width - 8 - (levels.some(({ move }) => move) ? GRIP : 0)
  const wordsWith = (hasDetail: boolean) =>
    named.map(({ name, look, y, ...level }): Words => {
      const detail = hasDetail ? (level.detail ?? '') : ''
      const length = pen.measureText(name + detail).width + (detail === '' ? 0 : GAP)
      const crossed = (foot: number) =>
        named.filter((other) => other.y !== y && Math.abs(other.y - foot + TO_MIDDLE) < APART / 2)
          .length
      // A long's break-even lies just above its entry. Between close lines, a name is on its own.
      const beside = look === 'entry' ? [y + UNDER, y + ABOVE] : [y + ABOVE, y + UNDER]
      const feet = [...beside, y + TO_MIDDLE]
      const clearest = feet.toSorted((one, other) => crossed(one) - crossed(other))
      return { name, detail, left: right - length, right, feet: clearest }
    })
  const whole = wordsWith(true)
  return whole.some(({ left }) => left < width * (1 - WITH_RESULTS)) ? wordsWith(false) : whole
}

const SPACING = 7
const LEAST_CANDLES = 12
/** Maximum share of the width right of the newest candle, for level names. */
const WITH_RESULTS = 0.34
const AHEAD = { least: 28, part: 0.42 }

type View = { count: number; begin: number | undefined; width: number; words: number }

/**
 * First view, in axis positions: from `begin`, or as many new candles as fit, with `words` px for
 * level names at the right.
 */
export function firstView({ count, begin, width, words }: View): { from: number; to: number } {
  const room = width - Math.min(Math.max(AHEAD.least, words), width * AHEAD.part)
  const first = begin ?? count - Math.max(20, Math.floor(room / SPACING))
  // From the left edge of a candle.
  const from = Math.max(0, first) - 0.5
  return { from, to: from + Math.max(LEAST_CANDLES, count - from) * (width / room) }
}

/** A far level is shown within this many times the span of the others. */
const NEAR = 1.5
/** Axis span around a single price, as a fraction of it. */
const LONE = 0.025

/** Price range of the axis: visible candles, and levels. */
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

export const IMAGE = { width: 1_136, height: 448, edge: 32, head: 80 }

export type Titles = Pick<ExportedFile, 'title' | 'source'>

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
