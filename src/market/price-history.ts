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

/** Candles per request. */
const PAGE = 240
/** New candles after which an open chart begins another page. */
const STEP = 4 * PAGE
/** Empty pages in a row that mark the beginning of the market. */
const MAX_EMPTY_PAGES = 4
/** Candles that fit into a drawer. */
const WANTED = 80
const DAY = 86_400_000
/** In milliseconds, with a part of a candle's length: interval for reading the newest candles. */
const OFTEN = { least: 60_000, most: 300_000, part: 6 }

type Span = {
  /** Start of the first view; if omitted, as many newest candles as fit. */
  since?: number | undefined
  /** End of the candles; now if omitted. */
  until?: number | undefined
  /** First interval; by the span if omitted. */
  interval?: CandleInterval
}

/** A pair's candles in the span's interval, or a chosen one; loads older ones on demand. */
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
  // An empty page cannot be scrolled to, so the next one is read at once.
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
  /** Candles of each page loaded by scrolling back. */
  older: readonly number[]
}

/** Pages of candles, newest first. Only the newest grows, up to the limit of a request. */
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

/** Size of the next older page; `undefined` at the beginning of the market. */
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

/** One function, so that unchanged results keep their identity. */
const together = (pages: readonly Read[]) => ({
  pages: pages.flatMap(({ data }) => (data ? [data] : [])),
  isPending: pages.some(({ isPending }) => isPending),
  failed: pages.find(({ isError }) => isError)?.refetch,
})

/** Candles with all prices known, oldest first. */
export function wholeCandles(pages: readonly (readonly Candle[])[]): PriceCandle[] {
  const whole = new Map<number, PriceCandle>()
  for (const { time: at, open, high, low, close, volume } of pages.toReversed().flat()) {
    if (!open || !high || !low || !close) continue
    whole.set(at, { at, open, high, low, close, volume })
  }
  return [...whole.values()].toSorted((a, b) => a.at - b.at)
}
