import { LineStyle } from 'lightweight-charts'

import type { ExportedFile } from './chart-export.tsx'
import type { PriceLevel } from './price-data.ts'

const TOKENS = [
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

type Room = { right: number; height: number; colours: Colours; font: string }

/** Writes names and results at the right end of their lines. */
export function writeWords(
  pen: CanvasRenderingContext2D,
  levels: readonly (PriceLevel & { y: number })[],
  { right, height, colours, font }: Room,
): void {
  const feet = feetOf(levels, height)
  pen.textAlign = 'right'
  pen.lineJoin = 'round'
  // The halo keeps candles out of the letters.
  pen.lineWidth = 4
  pen.strokeStyle = colours.ground
  const write = (text: string, x: number, y: number) => {
    pen.strokeText(text, x, y)
    pen.fillText(text, x, y)
  }
  levels.forEach(({ name, detail = '', look, move }, index) => {
    const foot = feet[index]
    if (foot === undefined) return
    const end = right - (move ? GRIP : 0)
    pen.font = `400 ${font}`
    pen.fillStyle = colours['text-2']
    write(detail, end, foot)
    const room = detail === '' ? 0 : pen.measureText(detail).width + 8
    pen.font = `500 ${font}`
    pen.fillStyle = colours[look === 'break-even' ? 'text-2' : 'text']
    write(name, end - room, foot)
  })
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
  const image = document.createElement('canvas')
  const pen = image.getContext('2d')
  const sharpness = drawn.width / width
  image.width = (width + 2 * edge) * sharpness
  image.height = (head + height + edge) * sharpness
  if (!pen) return Promise.reject(new Error('This browser cannot draw images.'))
  const { fontFamily } = getComputedStyle(document.body)
  pen.scale(sharpness, sharpness)
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, image.width, image.height)
  pen.fillStyle = colours.text
  pen.font = `600 15px ${fontFamily}`
  pen.fillText(title, edge, 34, width)
  pen.fillStyle = colours['text-2']
  pen.font = `400 12px ${fontFamily}`
  pen.fillText(source, edge, 56, width)
  pen.drawImage(drawn, edge, head, width, height)
  return new Promise((resolve, reject) =>
    image.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The image could not be made.')),
    ),
  )
}
