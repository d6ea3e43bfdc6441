import type { ISeriesPrimitive, ISeriesPrimitiveAxisView } from 'lightweight-charts'

import { toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'

import {
  candleAt,
  type PriceLevel,
  type PriceMarker,
  type PriceScene,
  type PriceZone,
} from './price-data.ts'
import { type Colours, hasTag, wordsOfLevels, placed, type Words } from './price-look.ts'

/** Opacity of a zone between two prices. */
const ZONE = 0.09
/** Height of an axis tag, in px. */
const TAG = 17
const HALF_GLYPH = 4.5
const GLYPH = 7
/** In px. Markers with less space are dots without text. */
const ROOM_OF_MARKER = 16
/** Radius of a dot, in px. */
const DOT = 2
/** In px. Narrower charts have no text beside markers. */
const WIDTH_FOR_MARKER_WORDS = 480

/** State of a chart in one frame. */
export type Frame = {
  scene: PriceScene
  colours: Colours
  font: string
  size: { width: number; height: number }
  x: (at: number) => number
  y: (price: number) => number
  priceOf: (level: PriceLevel) => number
}

/**
 * Zones below the candles; markers and level names above; the time to the close below the last
 * price. `place` is called in each frame.
 */
export function priceLayers(frame: () => Frame, place: () => void): ISeriesPrimitive {
  const layer = (zOrder: 'bottom' | 'top', draw: (pen: CanvasRenderingContext2D) => void) => ({
    zOrder: () => zOrder,
    renderer: () => ({
      draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => draw(context)),
    }),
  })
  const views = [
    layer('bottom', (pen) => frame().scene.zones.forEach((zone) => drawZone(pen, zone, frame()))),
    layer('top', (pen) => {
      drawWords(pen, frame())
      place()
    }),
  ]
  const axis = [closeTag(frame)]
  return { paneViews: () => views, priceAxisViews: () => axis }
}

type Views = ReturnType<NonNullable<ISeriesPrimitive['paneViews']>>
type Target = Parameters<NonNullable<ReturnType<NonNullable<Views>[number]['renderer']>>['draw']>[0]

function drawZone(pen: CanvasRenderingContext2D, zone: PriceZone, frame: Frame): void {
  const { scene, colours, size, x, y, priceOf } = frame
  const { from, to, tone, since = scene.candles.at(-1)?.at ?? 0 } = zone
  const [one, other] = [from, to].map((id) => {
    const level = scene.levels.find((each) => each.id === id)
    return level ? y(priceOf(level)) : Number.NaN
  })
  if (one === undefined || other === undefined) return
  const first = candleAt(scene.candles, since) ?? scene.candles[0]
  const left = first ? Math.max(0, x(first.at)) : 0
  pen.globalAlpha = tone === 'text' ? ZONE / 2 : ZONE
  pen.fillStyle = colours[tone]
  pen.fillRect(left, Math.min(one, other), size.width - left, Math.abs(one - other))
  pen.globalAlpha = 1
}

/** Level names come first; marker texts are left out if they overlap them. */
function drawWords(pen: CanvasRenderingContext2D, frame: Frame): void {
  const { scene, colours, font, size, y, priceOf } = frame
  pen.lineJoin = 'round'
  pen.strokeStyle = colours.ground
  pen.font = `500 ${font}`
  const levels = scene.levels.map((level) => ({ ...level, y: y(priceOf(level)) }))
  const words = [...wordsOfLevels(pen, levels, size.width), ...drawMarkers(pen, frame)]
  // The outline separates text from candles.
  pen.lineWidth = 4
  for (const { name, detail, left, right, foot } of placed(words, size.height)) {
    const parts = [
      { text: name, x: left, weight: 500, colour: colours.text, align: 'left' },
      { text: detail, x: right, weight: 400, colour: colours['text-2'], align: 'right' },
    ] as const
    for (const { text, x, weight, colour, align } of parts) {
      pen.font = `${weight} ${font}`
      pen.textAlign = align
      pen.fillStyle = colour
      pen.strokeText(text, x, foot)
      pen.fillText(text, x, foot)
    }
  }
}

/** Draws the marks of fills; returns their texts, newest first. */
function drawMarkers(pen: CanvasRenderingContext2D, frame: Frame): Words[] {
  const { scene, colours, size } = frame
  const markers = scene.markers.toReversed().flatMap((marker) => {
    const at = markerPlace(marker, frame)
    return at && at.x >= 0 && at.x <= size.width ? [{ ...marker, ...at }] : []
  })
  const isCrowded = markers.length * ROOM_OF_MARKER > size.width
  pen.lineWidth = 2
  return markers.flatMap(({ x, y, side, label }): Words[] => {
    const out = side === 'above' ? -1 : 1
    pen.beginPath()
    if (isCrowded) {
      pen.arc(x, y + out * DOT, DOT, 0, 2 * Math.PI)
    } else {
      pen.moveTo(x, y)
      pen.lineTo(x - HALF_GLYPH, y + out * GLYPH)
      pen.lineTo(x + HALF_GLYPH, y + out * GLYPH)
      pen.closePath()
      pen.stroke()
    }
    pen.fillStyle = colours[out < 0 ? 'down' : 'up']
    pen.fill()
    if (isCrowded || size.width < WIDTH_FOR_MARKER_WORDS) return []
    const width = pen.measureText(label).width
    const left = Math.min(Math.max(2, x - width / 2), size.width - width)
    const foot = y + (out < 0 ? -GLYPH - 4 : GLYPH + 12)
    return [{ name: label, detail: '', left, right: left + width, feet: [foot] }]
  })
}

const OFF_CANDLE = 4

/** Tip of a marker, beside its candle; `undefined` before the oldest. */
function markerPlace(
  { at, side }: Pick<PriceMarker, 'at' | 'side'>,
  { scene, x, y }: Pick<Frame, 'scene' | 'x' | 'y'>,
): { x: number; y: number } | undefined {
  const candle = candleAt(scene.candles, at)
  if (!candle) return undefined
  const isAbove = side === 'above'
  const end = y(toNumber(isAbove ? candle.high : candle.low))
  return { x: x(candle.at), y: end + (isAbove ? -OFF_CANDLE : OFF_CANDLE) }
}

/** Moves elements to their levels and markers; only those that moved are updated. */
export function placeElements(overlay: HTMLElement, frame: Frame): void {
  const { scene, size, y, priceOf } = frame
  const focused = document.activeElement
  let stop: Element | undefined
  for (const child of overlay.children) {
    if (!(child instanceof HTMLElement)) continue
    const { level: id, at, side } = child.dataset
    const level = scene.levels.find((one) => one.id === id)
    const marker = { at: Number(at), side: side === 'above' ? 'above' : 'below' } as const
    const place =
      at === undefined ? level && { x: 0, y: y(priceOf(level)) } : markerPlace(marker, frame)
    const isInSight =
      place && place.x >= 0 && place.x <= size.width && place.y >= 0 && place.y <= size.height
    const isShown = isInSight === true || (place !== undefined && child.contains(focused))
    set(child, 'visibility', isShown ? 'visible' : 'hidden')
    if (!isShown) continue
    set(child, 'top', `${Math.round(place.y)}px`)
    if (at === undefined) continue
    set(child, 'left', `${Math.round(place.x)}px`)
    child.dataset['half'] = place.x > size.width / 2 ? 'right' : 'left'
    if (!stop?.contains(focused)) stop = child
  }
  // Markers share one tab stop: the focused one, else the newest visible.
  for (const button of overlay.querySelectorAll<HTMLElement>('[data-at] > button')) {
    button.tabIndex = button.parentElement === stop ? 0 : -1
  }
}

export function set(element: HTMLElement, property: string, value: string): void {
  if (element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value)
}

/** Position of the time to the close: beside the last price's tag, unless another is there. */
function closeTagOf({ scene, y, priceOf }: Frame): number | undefined {
  const last = scene.levels.find(({ look }) => look === 'last')
  if (!last || !scene.now || scene.candles.length === 0) return undefined
  const at = y(priceOf(last))
  const others = scene.levels.filter((level) => level !== last && hasTag(level))
  const isFree = (one: number) => others.every((level) => Math.abs(y(priceOf(level)) - one) >= TAG)
  return isFree(at) ? [at + TAG, at - TAG].find(isFree) : undefined
}

/** Positions of all axis tags. */
export const tagsOf = (frame: Frame): number[] => [
  ...frame.scene.levels.filter(hasTag).map((level) => frame.y(frame.priceOf(level))),
  ...[closeTagOf(frame) ?? []].flat(),
]

const SPACE = '\u00a0'

/** Axis tag with the time until the newest candle closes. */
function closeTag(frame: () => Frame): ISeriesPrimitiveAxisView {
  const pen = document.createElement('canvas').getContext('2d')
  const widthOf = (text: string) => pen?.measureText(text.replace(/[2-9]/g, '0')).width ?? 0
  return {
    visible: () => closeTagOf(frame()) !== undefined,
    coordinate: () => closeTagOf(frame()) ?? 0,
    text: () => {
      const { now, length, levels } = frame().scene
      const last = levels.find(({ look }) => look === 'last')
      if (!now || !last || !pen) return ''
      pen.font = frame().font
      // Padded to the width of the price's tag. The library measures these digits as zeros.
      const time = timeToClose(now(), length)
      const missing = widthOf(formatAmount(last.price, { minPlaces: 2 })) - widthOf(time)
      const spaces = Math.max(0, Math.round(missing / widthOf(SPACE)))
      return SPACE.repeat(spaces >> 1) + time + SPACE.repeat(spaces - (spaces >> 1))
    },
    textColor: () => frame().colours.canvas,
    backColor: () => frame().colours.text,
  }
}

/** "08:12", or "1:08:12" from an hour on. Candles begin at whole multiples of their length. */
export function timeToClose(now: number, length: number): string {
  const seconds = Math.ceil((length - (now % length)) / 1_000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  const hours = Math.floor(seconds / 3_600)
  return [...(hours > 0 ? [hours] : []), ...parts].join(':')
}
