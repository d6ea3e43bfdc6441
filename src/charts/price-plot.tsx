import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { type Decimal, toNumber } from '#money/decimal.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { drawPrices, type PriceCanvas } from './price-canvas.ts'
import type {
  PriceCandle,
  PriceChartProps,
  PriceIndicator,
  PriceLevel,
  PriceMarker,
} from './price-data.ts'
import { candleWords, indicatorValues, levelWords } from './price-figures.tsx'
import { CURSOR, CursorKeys } from './time-chart-cursor.tsx'

type PricePlotProps = Pick<
  PriceChartProps,
  'name' | 'label' | 'history' | 'levels' | 'zones' | 'markers' | 'indicators' | 'height'
> & {
  /** Canvas for the frame's buttons, once drawn. */
  canvas: PriceCanvas | undefined
  onCanvas: (canvas: PriceCanvas | undefined) => void
  onPoint: (at: number | undefined) => void
}

export const PricePlot = memo(function PricePlot(props: PricePlotProps) {
  const {
    name,
    label,
    history,
    levels,
    zones = NONE,
    markers = NONE,
    indicators = NONE,
    height,
  } = props
  const { canvas, onCanvas, onPoint } = props
  const { timeZone } = useDisplayPreferences()
  const box = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const { candles, length, since, now } = history
  const onOlder = useEffectEvent(() => history.onOlder?.())
  useLayoutEffect(() => {
    if (!box.current || !overlay.current) return undefined
    const drawn = drawPrices(box.current, overlay.current, timeZone, {
      onPoint,
      onOlder: () => onOlder(),
    })
    onCanvas(drawn)
    return () => {
      onCanvas(undefined)
      drawn.remove()
    }
  }, [timeZone, onCanvas, onPoint])
  useLayoutEffect(() => {
    canvas?.show({ candles, length, levels, zones, markers, indicators, since, now })
  }, [canvas, candles, length, levels, zones, markers, indicators, since, now])
  return (
    <div className="price-plot relative overflow-hidden" style={{ height }}>
      <div
        ref={box}
        role="img"
        aria-label={[label, levelWords(levels)].filter(Boolean).join(': ')}
        className="absolute inset-0 isolate"
      />
      <CandleCursor name={name} candles={candles} indicators={indicators} canvas={canvas} />
      <div ref={overlay} className="pointer-events-none absolute inset-0">
        {markers.map((marker) => (
          <Marker key={`${marker.at} ${marker.words}`} {...marker} />
        ))}
        {levels.map(
          (level) => level.move && <MovableLine key={level.id} level={level} canvas={canvas} />,
        )}
      </div>
    </div>
  )
})

const NONE = [] as const

type CandleCursorProps = {
  name: string
  candles: readonly PriceCandle[]
  indicators: readonly PriceIndicator[]
  canvas: PriceCanvas | undefined
}

function CandleCursor({ name, candles, indicators, canvas }: CandleCursorProps) {
  const { timeZone } = useDisplayPreferences()
  const [at, setAt] = useState<number>()
  const last = candles.length - 1
  const found = candles.findLastIndex((candle) => candle.at <= (at ?? Number.POSITIVE_INFINITY))
  const index = Math.max(0, found)
  const candle = candles[index]
  if (candle === undefined) return null
  const point = (to: number | undefined) => {
    setAt(to)
    canvas?.point(to)
  }
  const press = (event: KeyboardEvent) => {
    const zoom = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key]
    if (zoom !== undefined) canvas?.zoom(zoom)
    else if (event.key === 'Escape' && at !== undefined) point(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className={`${CURSOR} pointer-events-none inset-0`}>
      <CursorKeys
        {...{ name, last, index }}
        words={candleWords(candle, timeZone, indicatorValues(indicators, index, candle))}
        onMove={(to) => point(candles[to]?.at)}
        onKeyDown={press}
        onBlur={() => canvas?.point(undefined)}
      />
    </div>
  )
}

/** Drag of a line: pointer, start positions in px, and once moved, its original price. */
type Grip = { pointer: number; y: number; line: number; price?: Decimal }

/** In milliseconds. A released line is often grabbed again at once. */
const RELEASE = 600

/** Line moved by pointer or keys, on ticks only. The page follows it. */
function MovableLine({ level, canvas }: { level: PriceLevel; canvas: PriceCanvas | undefined }) {
  const { id, name, price, move } = level
  const grip = useRef<Grip>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      canvas?.hold(id, false)
    },
    [canvas, id],
  )
  const hold = () => {
    clearTimeout(waiting.current)
    canvas?.hold(id, true)
  }
  const release = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => canvas?.hold(id, false), RELEASE)
  }
  const put = (there: Decimal | undefined) => {
    if (there === undefined || there === canvas?.priceOf(level)) return
    canvas?.move(level, there)
    move?.onMove(there)
  }
  const lineOf = (event: PointerEvent<HTMLElement>) => {
    const line = event.currentTarget.getBoundingClientRect()
    return line.top + line.height / 2
  }
  const take = (event: PointerEvent<HTMLElement>) => {
    // A second finger does not take over a drag.
    if (event.button !== 0 || grip.current) return
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointerId: pointer, clientY: y } = event
    grip.current = { pointer, y, line: lineOf(event) }
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (grip.current?.pointer !== event.pointerId) return
    // Released outside the window, without an event.
    if (event.buttons === 0) return drop()
    const { y, line } = grip.current
    // A press without a move must not change the price to its pixel's.
    if (event.clientY === y) return put(grip.current.price)
    grip.current.price ??= canvas?.priceOf(level) ?? price
    const there = canvas?.priceAt(line + event.clientY - y) ?? Number.NaN
    hold()
    if (there > 0) put(move?.to(there))
  }
  const drop = () => {
    if (grip.current === undefined) return
    grip.current = undefined
    release()
  }
  const press = (event: KeyboardEvent) => {
    const from = canvas?.priceOf(level) ?? price
    const there = move?.by(event, from)
    if (there === undefined) return
    event.preventDefault()
    // Outside the axis, the view must be fitted again.
    if (canvas?.isInSight(there)) {
      hold()
      release()
    }
    put(there)
  }
  return (
    <div
      data-level={level.id}
      role="slider"
      tabIndex={0}
      aria-label={`${name} line`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={toNumber(price) * 2}
      aria-valuenow={toNumber(price)}
      aria-valuetext={move?.spoken}
      onPointerDown={take}
      onPointerMove={drag}
      onLostPointerCapture={drop}
      onKeyDown={press}
      className="group/line absolute inset-x-0 h-6 -translate-y-1/2 outline-none"
    >
      <span className="pointer-events-auto absolute inset-x-0 inset-y-1.5 cursor-ns-resize pointer-coarse:hidden" />
      <span className="absolute inset-x-0 top-1/2 right-(--gutter) h-0.5 -translate-y-1/2 bg-accent opacity-0 group-hover/line:opacity-40 group-focus-visible/line:opacity-100" />
      <span className="pointer-events-auto absolute right-[calc(var(--gutter)+0.5rem)] flex size-6 cursor-ns-resize touch-none items-center justify-center rounded-m border border-current bg-canvas text-ink-2 outline-offset-2 outline-accent group-focus-visible/line:outline-2 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5">
        <svg width="10" height="14" viewBox="0 0 10 14" aria-hidden="true">
          <path d="M2 5l3-3 3 3M2 9l3 3 3-3" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
      </span>
    </div>
  )
}

/** Button over the canvas mark; its tooltip describes the event and links to the order. */
function Marker({ at, side, words, details }: PriceMarker) {
  const [isOpen, setOpen] = useState(false)
  const isAbove = side === 'above'
  return (
    <div
      data-at={at}
      data-side={side}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && setOpen(false)
      }
      onKeyDown={(event) => {
        const { key, currentTarget } = event
        if (key === 'Escape' && isOpen) {
          // Escape closes the tooltip, not the surrounding sheet.
          event.preventDefault()
          setOpen(false)
        }
        if (key === 'ArrowLeft') focusMarker(currentTarget, 'previousElementSibling')
        if (key === 'ArrowRight') focusMarker(currentTarget, 'nextElementSibling')
      }}
      className="group/marker pointer-events-auto absolute z-10"
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={words}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={`touch absolute -left-3 size-6 rounded-s ${isAbove ? 'bottom-0' : 'top-0'}`}
      />
      {isOpen && (
        <div
          className={`absolute z-10 w-max max-w-64 rounded-m bg-overlay px-2.5 py-1.5 text-caption shadow-pop group-data-[half=left]/marker:-left-2 group-data-[half=right]/marker:-right-2 ${isAbove ? 'top-0' : 'bottom-0'}`}
        >
          {details}
        </div>
      )}
    </div>
  )
}

function focusMarker(from: Element, way: 'previousElementSibling' | 'nextElementSibling'): void {
  let next = from[way]
  while (next instanceof HTMLElement && next.style.visibility === 'hidden') next = next[way]
  next?.querySelector('button')?.focus()
}
