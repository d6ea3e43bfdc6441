import {
  type AutoscaleInfo,
  CandlestickSeries,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
} from 'lightweight-charts'

import { type Decimal, fromNumber, toNumber } from '#money/decimal.ts'
import { pricePlaces, shortPrice, tickPlaces } from '#money/format.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

import { candleAt, type PriceLevel, type PriceScene } from './price-data.ts'
import { barsOf, emptyChart, fontOf, instantOf, timeOf, unseenBars } from './empty-chart.ts'
import { type Frame, placeElements, priceLayers, set, tagsOf } from './price-layers.ts'
import { addIndicators } from './price-panes.ts'
import {
  AXIS_NUMBER_ROOM,
  coloursOf,
  type Colours,
  firstView,
  IMAGE,
  levelLook,
  rangeOf,
  titledImage,
  type Titles,
  wordsOfLevels,
} from './price-look.ts'

type PriceHooks = {
  onPoint: (at: number | undefined) => void
  onOlder: () => void
}

export type PriceCanvas = ReturnType<typeof drawPrices>

const NOTHING: PriceScene = {
  candles: [],
  length: 0,
  levels: [],
  zones: [],
  markers: [],
  indicators: [],
  now: undefined,
  since: undefined,
}

/** In candles. Closer to the oldest one, earlier candles are requested. */
const SOON = 12

/**
 * Candles, volume and levels on a canvas of lightweight-charts. Interactive elements lie in
 * `overlay`: a child with `data-level` follows that line, one with `data-at` and `data-side` that
 * candle.
 */
export function drawPrices(
  box: HTMLElement,
  overlay: HTMLElement,
  timeZone: DisplayPreferences['timeZone'],
  hooks: PriceHooks,
) {
  let scene = NOTHING
  let removeIndicators = () => {}
  let colours: Colours = coloursOf(box)
  let places = 2
  /** Times of the axis, including missing candles. */
  let times: number[] = []
  const lines = new Map<string, IPriceLine>()
  /** Prices of lines being dragged, until the page has them. */
  const ahead = new Map<string, Decimal>()
  /** Last cause of a move. Moves by key load nothing. */
  let mover: 'fit' | 'hand' | 'keys' = 'fit'
  let wasAuto = true
  const held = new Set<string>()

  const font = `12px ${fontOf()}`
  const chart = emptyChart(box, timeZone)
  const time = chart.timeScale()
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } })
  const candles = chart.addSeries(CandlestickSeries, {
    lastValueVisible: false,
    priceLineVisible: false,
    autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
      const shown = scene.candles.length > 0 ? own()?.priceRange : undefined
      const levels = scene.levels.map((level) => ({
        price: priceOf(level),
        isFar: level.isFar ?? false,
      }))
      return {
        priceRange: rangeOf(shown ? [shown.minValue, shown.maxValue] : [], levels),
      }
    },
  })

  const priceOf = ({ id, price }: PriceLevel): number => toNumber(ahead.get(id) ?? price)
  const yOf = (price: number): number => candles.priceToCoordinate(price) ?? Number.NaN
  const xOf = (at: number): number => {
    const index = time.timeToIndex(timeOf(at), true)
    return index === null ? Number.NaN : (time.logicalToCoordinate(index as never) ?? Number.NaN)
  }

  const frame = (): Frame => ({
    scene,
    colours,
    font,
    size: chart.paneSize(),
    x: xOf,
    y: yOf,
    priceOf,
  })
  const place = () => {
    set(overlay, '--gutter', `${chart.priceScale('right').width()}px`)
    placeElements(overlay, frame())
  }
  candles.attachPrimitive(priceLayers(frame, place))

  function paint(): void {
    colours = coloursOf(box)
    const { hairline, up, down, edge, active } = colours
    const crosshair = { color: edge, style: LineStyle.Dashed, labelBackgroundColor: active }
    chart.applyOptions({
      layout: { textColor: colours['text-3'], panes: { separatorColor: hairline } },
      grid: { vertLines: { color: hairline }, horzLines: { color: hairline } },
      crosshair: { vertLine: { ...crosshair }, horzLine: { ...crosshair } },
      timeScale: { borderColor: colours['hairline-2'] },
    })
    candles.applyOptions({
      upColor: 'transparent',
      downColor: down,
      borderUpColor: up,
      borderDownColor: down,
      wickUpColor: up,
      wickDownColor: down,
    })
    drawLevels()
    drawVolume()
    drawIndicators()
  }

  function drawIndicators(): void {
    removeIndicators()
    removeIndicators = addIndicators(chart, scene.indicators, { ...scene, colours, places })
  }

  function drawLevels(): void {
    const gone = new Set(lines.keys())
    for (const level of scene.levels) {
      gone.delete(level.id)
      const options = { price: priceOf(level), title: '', ...levelLook(level, colours) }
      const line = lines.get(level.id)
      const before = line?.options()
      const isSame =
        before?.price === options.price &&
        before.color === options.color &&
        before.axisLabelColor === options.axisLabelColor
      if (!line) lines.set(level.id, candles.createPriceLine(options))
      else if (!isSame) line.applyOptions(options)
    }
    for (const id of gone) {
      const line = lines.get(id)
      if (line) candles.removePriceLine(line)
      lines.delete(id)
    }
  }

  function drawVolume(): void {
    volume.setData(
      scene.candles.flatMap(({ at, open, close, volume: value }) =>
        value
          ? {
              time: timeOf(at),
              value: toNumber(value),
              color: `${toNumber(close) < toNumber(open) ? colours.down : colours.up}42`,
            }
          : [],
      ),
    )
  }

  function drawCandles(): void {
    const { candles: shown, length, levels } = scene
    const bars = barsOf(shown, length)
    times = bars.map((bar) => bar.time)
    // Levels need an axis even without candles.
    candles.setData(bars.length === 0 && levels[0] ? unseenBars(priceOf(levels[0])) : bars)
    time.applyOptions({ visible: bars.length > 0 })
    drawVolume()
  }

  const write = (price: number): string =>
    shortPrice(fromNumber(Number(price.toPrecision(12))), places)

  function formatPrices(): void {
    const { candles: shown, levels } = scene
    const recent = shown.slice(-50).map(({ close }) => close)
    places = tickPlaces(recent) ?? Math.max(2, ...levels.map(({ price }) => pricePlaces(price)))
    candles.applyOptions({
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -places,
        formatter: write,
        tickmarksFormatter: (prices: number[]) => {
          const tags = tagsOf(frame())
          const isFree = (y: number) => tags.every((tag) => Math.abs(tag - y) >= AXIS_NUMBER_ROOM)
          return prices.map((price) => (isFree(yOf(price)) ? write(price) : ''))
        },
      },
    })
  }

  /** Width reserved for level names at the right. */
  function widthOfWords(width: number): number {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) return 0
    pen.font = `500 ${font}`
    const levels = scene.levels.map((level) => ({ ...level, y: 0 }))
    return width - Math.min(width, ...wordsOfLevels(pen, levels, width).map(({ left }) => left))
  }

  /** Shows everything from the start of the scene to the newest candle, with all near levels. */
  function fit(): void {
    mover = 'fit'
    candles.priceScale().setAutoScale(true)
    const last = times.length - 1
    if (last < 0) return time.fitContent()
    const { since } = scene
    const begin = times.findLastIndex((one) => since !== undefined && one <= timeOf(since))
    const { width } = chart.paneSize()
    // A hidden chart is fitted once it has a size.
    if (width === 0) return undefined
    time.setVisibleLogicalRange(
      firstView({
        count: last + 1,
        begin: since === undefined ? undefined : begin,
        width,
        words: widthOfWords(width),
      }),
    )
  }

  const touched = () => (mover = 'hand')
  for (const kind of ['pointerdown', 'wheel', 'touchstart'] as const) {
    box.addEventListener(kind, touched, { passive: true })
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    touched()
    chart.chartElement().dispatchEvent(new WheelEvent('wheel', event))
  }
  overlay.addEventListener('wheel', wheel, { passive: false })
  chart.subscribeCrosshairMove(({ time: at }) =>
    hooks.onPoint(at === undefined ? undefined : instantOf(at)),
  )
  time.subscribeVisibleLogicalRangeChange((range) => {
    if (range && mover === 'hand' && range.from < SOON && scene.candles.length > 0) hooks.onOlder()
  })
  // A narrower chart would keep the space for names and lose its candles.
  time.subscribeSizeChange(() => {
    if (mover === 'fit') fit()
  })
  const themes = new MutationObserver(paint)
  themes.observe(document.documentElement, { attributes: true })
  const forced = matchMedia('(forced-colors: active)')
  forced.addEventListener('change', paint)
  paint()
  const ticking = setInterval(() => {
    if (scene.now) candles.applyOptions({})
  }, 1_000)

  return {
    fit,
    show(next: PriceScene): void {
      const old = scene
      scene = next
      for (const level of next.levels) {
        const there = ahead.get(level.id)
        if (there !== undefined && (there === level.price || !level.move?.isAt(there))) {
          ahead.delete(level.id)
        }
      }
      const isNew =
        old.candles !== next.candles || (next.candles.length === 0 && old.levels !== next.levels)
      if (isNew) {
        formatPrices()
        drawCandles()
      }
      drawLevels()
      if (isNew || old.indicators !== next.indicators) drawIndicators()
      const isOther = old.length !== next.length || old.since !== next.since
      const isFirst = old.candles.length === 0 && next.candles.length > 0
      if (isOther || isFirst) fit()
      place()
    },
    /** Current price of a line; a dragged one comes first. */
    priceOf: (level: PriceLevel): Decimal => ahead.get(level.id) ?? level.price,
    /** Price at a vertical position of the window. */
    priceAt: (clientY: number): number =>
      candles.coordinateToPrice(clientY - box.getBoundingClientRect().top) ?? Number.NaN,
    move(level: PriceLevel, price: Decimal): void {
      ahead.set(level.id, price)
      lines.get(level.id)?.applyOptions({ price: toNumber(price) })
    },
    /** Freezes the axis during a drag; otherwise it would move away. */
    hold(id: string, isHeld: boolean): void {
      if (held.has(id) === isHeld) return
      const scale = candles.priceScale()
      if (held.size === 0) wasAuto = scale.options().autoScale
      held[isHeld ? 'add' : 'delete'](id)
      scale.setAutoScale(held.size === 0 && wasAuto)
    },
    isInSight(price: Decimal): boolean {
      const y = yOf(toNumber(price))
      return y >= 0 && y <= chart.paneSize().height
    },
    /** Points at a candle by keyboard and scrolls it into view. */
    point(at: number | undefined): void {
      const candle = at === undefined ? undefined : candleAt(scene.candles, at)
      if (candle === undefined) return chart.clearCrosshairPosition()
      const range = time.getVisibleLogicalRange()
      const index = times.indexOf(timeOf(candle.at))
      if (range && (index < range.from || index > range.to)) {
        mover = 'keys'
        const middle = index - (range.to - range.from) / 2
        time.setVisibleLogicalRange({ from: middle, to: middle + range.to - range.from })
      }
      chart.setCrosshairPosition(toNumber(candle.close), timeOf(candle.at), candles)
    },
    /** Zooms by keyboard: in above 1, out below. */
    zoom(factor: number): void {
      mover = 'hand'
      const range = time.getVisibleLogicalRange()
      if (range)
        time.setVisibleLogicalRange({
          from: range.to - (range.to - range.from) / factor,
          to: range.to,
        })
    },
    image(file: Titles): Promise<Blob> {
      const range = time.getVisibleLogicalRange()
      const { width, height } = box.getBoundingClientRect()
      const size = (across: number, down: number) => {
        chart.resize(across, down, true)
        if (range) time.setVisibleLogicalRange(range)
      }
      chart.applyOptions({ autoSize: false })
      size(IMAGE.width, IMAGE.height)
      const drawn = chart.takeScreenshot(true, false)
      size(width, height)
      chart.applyOptions({ autoSize: true })
      return titledImage(drawn, file, colours)
    },
    remove(): void {
      held.clear() // A removed chart has no scale, and its lines let go after it.
      clearInterval(ticking)
      themes.disconnect()
      forced.removeEventListener('change', paint)
      overlay.removeEventListener('wheel', wheel)
      chart.remove()
    },
  }
}
