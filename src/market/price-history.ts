import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { PriceCandle, PriceHistory } from '#charts/price-data.ts'
import {
  type Candle,
  CANDLE_INTERVALS,
  CANDLE_LENGTHS,
  type CandleInterval,
  listCandles,
  MAX_CANDLES,
} from '#contract/market.ts'
import { every } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { isWholePair } from '#trading/pair.ts'

import { candlesIn, intervalFor, type PairOn } from './candles.ts'
import { useLiveCandles } from './live-candle.ts'

/** Candles that are read at once. */
const PAGE = 240
/** New candles after which a chart that stays open begins another newest page. */
const STEP = 4 * PAGE
/** So many empty pages in a row are the beginning of the market. */
const MAX_EMPTY_PAGES = 4
/** Candles that have room beside each other in a drawer. */
const WANTED = 80
const DAY = 86_400_000
/** In milliseconds: how often the newest candles are read again, by their length. */
const OFTEN = { least: 60_000, most: 300_000, part: 6 }

type Span = {
  /** Start of the first view, a day at least; the newest candles that have room without. */
  since?: number | undefined
  /** End of the candles; now without. */
  until?: number | undefined
  /** Interval of the first candles; chosen by the span if omitted. */
  interval?: CandleInterval
}

/** A pair's candles: the interval that suits a span, others by choice, older ones as they are asked for. */
export function usePriceHistory(
  on: PairOn,
  { since, until, interval: first }: Span = {},
): PriceHistory {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const end = until ?? opened
  const begin = since === undefined ? undefined : Math.min(since, end - DAY)
  const [interval, setInterval] = useState<CandleInterval>(
    () => first ?? intervalFor(end - (since ?? end - DAY), WANTED),
  )
  const [older, setOlder] = useState<readonly number[]>([])
  const isOffered = useExtension(listCandles)
  const whyNone = useWhyNotOffered(listCandles)
  const isAsked = isOffered === true && isWholePair(on.pair)
  const length = CANDLE_LENGTHS[interval]
  const windows = pageWindows({ opened: end, until, now: clock.now(), length, older })
  const read = useQueries({
    queries: (isAsked ? windows : []).map((window, page) => ({
      ...candlesIn(on, { interval, ...window }),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval:
        page === 0 &&
        until === undefined &&
        every(Math.min(OFTEN.most, Math.max(OFTEN.least, length / OFTEN.part))),
    })),
    combine: together,
  })
  const { pages: known, isPending, failed } = read
  const whole = useMemo(() => wholeCandles(known), [known])
  const candles = useLiveCandles(whole, on, { length, isOpen: until === undefined })
  const next = isPending || failed || known.length < windows.length ? undefined : sizeOfNext(known)
  const readOlder = () => next !== undefined && setOlder([...older, next])
  // An empty page cannot be scrolled to, so the next older one is read at once.
  if (known.at(-1)?.length === 0) readOlder()
  return {
    candles,
    interval,
    intervals: CANDLE_INTERVALS,
    length,
    since: begin,
    now: until === undefined ? clock.now : undefined,
    onInterval(next) {
      const chosen = CANDLE_INTERVALS.find((one) => one === next)
      if (chosen === undefined) return
      setInterval(chosen)
      setOlder([])
    },
    onOlder: next === undefined ? undefined : readOlder,
    state: failed
      ? 'failed'
      : isPending || isOffered === undefined
        ? 'reading'
        : isAsked
          ? 'read'
          : 'none',
    retry: () => failed?.(),
    whyNone,
  }
}

type PageWindows = {
  opened: number
  until: number | undefined
  now: number
  length: number
  /** Candles in each of the pages that were asked for by scrolling back. */
  older: readonly number[]
}

/** Pages of a market's candles, the newest first. Only the newest grows, up to the limit of one request. */
export function pageWindows({ opened, until, now, length, older }: PageWindows) {
  const steps = until === undefined ? Math.floor((now - opened) / length / STEP) : 0
  let from = (Math.floor((until ?? opened) / length) - PAGE + 1 + steps * STEP) * length
  const windows: { from: number; to: number | undefined }[] = [{ from, to: until }]
  for (const size of [...Array<number>(steps).fill(STEP), ...older]) {
    windows.push({ from: from - size * length, to: from - 1 })
    from -= size * length
  }
  return windows
}

/** Candles to read before pages, the newest first; `undefined` at the beginning of the market. */
export function sizeOfNext(pages: readonly (readonly unknown[])[]): number | undefined {
  const empty = pages.length - 1 - pages.findLastIndex((page) => page.length > 0)
  if (empty === 0) return PAGE
  return empty < MAX_EMPTY_PAGES ? MAX_CANDLES : undefined
}

type Read = {
  data: readonly Candle[] | undefined
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** One and the same function, so that what did not change stays as it was. */
const together = (pages: readonly Read[]) => ({
  pages: pages.flatMap(({ data }) => (data ? [data] : [])),
  isPending: pages.some(({ isPending }) => isPending),
  failed: pages.find(({ isError }) => isError)?.refetch,
})

/** Candles of pages (newest first) with all prices known, oldest first. */
export function wholeCandles(pages: readonly (readonly Candle[])[]): PriceCandle[] {
  const whole = new Map<number, PriceCandle>()
  for (const { time: at, open, high, low, close, volume } of pages.toReversed().flat()) {
    if (!open || !high || !low || !close) continue
    whole.set(at, { at, open, high, low, close, volume })
  }
  return [...whole.values()].toSorted((a, b) => a.at - b.at)
}
