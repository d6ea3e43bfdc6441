import type { QueryClient } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Clock } from '#client/clock.ts'
import { openStream, type StreamEvent } from '#contract/stream.ts'

import type { Extensions } from './extensions.ts'
import { isPairList, keepPrices, shownPairs } from './live-prices.ts'
import { ANNOUNCED, EVENT_AREAS, lastHeardAt, liveness } from './liveness.ts'
import { readChanged } from './read-changed.ts'
import type { Scheduler } from './scheduler.ts'

// All in milliseconds.
export const MAX_SILENCE = 10_000
const FIRST_WAIT = 1_000
const MAX_WAIT = 60_000
const REFUSED_WAIT = 300_000
/** Pages that open and close within it do not reopen the stream. */
const SETTLE = 250

/** Reason to end a stream that sends nothing. */
const SILENCE = 'silence'

const FINAL: readonly number[] = [400, 401, 403, 404, 405]

type Message =
  | { kind: 'event'; event: StreamEvent }
  | { kind: 'pairs'; tab: string; pairs: readonly string[] }
  | { kind: 'hello' }

export type LiveParts = {
  /** Name of lock and channel, the same in all tabs of a connection. */
  name: string
  tab: string
  client: Pick<Client, 'events'>
  queryClient: QueryClient
  scheduler: Pick<Scheduler, 'turn' | 'answered'>
  extensions: Pick<Extensions, 'offers' | 'subscribe'>
  clock: Pick<Clock, 'here' | 'offset'>
  locks: Pick<LockManager, 'request'>
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>
  page: { isVisible: () => boolean; subscribe: (listener: () => void) => void }
  mode: { mode: () => unknown; subscribe: (listener: () => void) => () => void }
  /** Runs after milliseconds unless the returned function is called. */
  after: (milliseconds: number, run: () => void) => () => void
  random: () => number
  life: AbortSignal
}

/**
 * Follows the stream of a service that offers it. One visible tab holds it and passes its events on
 * to the others.
 */
export function keepLive(parts: LiveParts): void {
  const { name, tab, client, queryClient, scheduler, extensions, clock, locks, page, life } = parts
  const { channel, mode, random, after } = parts
  const post = (message: Message) => channel.postMessage(message)
  const takePrices = keepPrices(queryClient, clock)
  const takeChanges = readChanged(queryClient, { now: clock.here, after })
  const elsewhere = new Map<string, readonly string[]>()
  /** Aborts while this tab neither holds nor waits for the stream. */
  let turn: AbortController | undefined
  let open: { pairs: string; end: AbortController } | undefined
  let wasLive = false
  let stopSilence = (): void => undefined
  let stopSettling = (): void => undefined
  let postedPairs = ''

  function setLive(isLive: boolean): void {
    stopSilence()
    if (isLive) stopSilence = after(MAX_SILENCE, () => setLive(false))
    else open?.end.abort(SILENCE)
    if (liveness.get() === isLive) return
    liveness.set(isLive)
    // Polling takes over: its intervals were longer.
    if (!isLive && turn) takeChanges(EVENT_AREAS)
  }

  function share(event: StreamEvent): void {
    post({ kind: 'event', event })
    take(event)
  }

  function take(event: StreamEvent): void {
    if (!turn) return
    lastHeardAt.set(clock.here())
    if (event.beat) {
      setLive(true)
      wasLive = true
    }
    if (event.prices) takePrices(event.prices)
    if (event.changed) takeChanges(event.changed)
  }

  const wantedPairs = (): string =>
    Array.from(new Set([...shownPairs(queryClient), ...Array.from(elsewhere.values()).flat()]))
      .toSorted()
      .join(',')

  /** Reopens the stream if it has other pairs than the tabs show. */
  function checkPairs(): void {
    stopSettling()
    stopSettling = after(SETTLE, () => {
      announcePairs()
      if (open && open.pairs !== wantedPairs()) open.end.abort()
    })
  }

  function announcePairs(): void {
    const pairs = turn ? shownPairs(queryClient) : []
    if (pairs.join(',') === postedPairs) return
    postedPairs = pairs.join(',')
    post({ kind: 'pairs', tab, pairs })
  }

  async function hold(signal: AbortSignal): Promise<void> {
    post({ kind: 'hello' })
    for (let failures = 0; ;) {
      const end = new AbortController()
      const pairs = wantedPairs()
      open = { pairs, end }
      const ending = AbortSignal.any([signal, end.signal])
      const outcome = await follow(pairs, ending)
      if (signal.aborted) break
      // A proxy may cut each stream off after its first beat.
      if (outcome.beats > 1) failures = 0
      // Other pairs or another mode.
      if (end.signal.aborted && end.signal.reason !== SILENCE) continue
      // A failed read of the mode shows at once that the service is gone.
      takeChanges(['mode'])
      const doubled = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** failures)
      failures += 1
      const wait = outcome.isFinal ? REFUSED_WAIT : doubled * (0.5 + random() / 2)
      await new Promise<void>((resolve) => {
        const stop = after(wait, resolve)
        // After silence it is over already.
        const early = end.signal.aborted ? signal : ending
        early.addEventListener('abort', () => (stop(), resolve()), { once: true })
      })
    }
    open = undefined
  }

  async function follow(pairs: string, signal: AbortSignal) {
    const outcome = { beats: 0, isFinal: false }
    let isGap = wasLive
    let stopLate = (): void => undefined
    try {
      await scheduler.turn(signal, 'again')
      stopLate = after(MAX_SILENCE, () => open?.end.abort(SILENCE))
      let hasBegun = false
      for await (const event of client.events({ query: pairs === '' ? {} : { pairs } }, signal)) {
        stopLate()
        share(event)
        if (event.beat) outcome.beats += 1
        if (!hasBegun) scheduler.answered()
        if (isGap) share({ changed: ANNOUNCED })
        hasBegun = true
        isGap = false
      }
    } catch (error) {
      const isRefusal = error instanceof ApiError && isRefused(error)
      outcome.isFinal = isRefusal && FINAL.includes(error.failure.status)
    } finally {
      stopLate()
    }
    return outcome
  }

  /** Takes part while the page is shown and the service offers the stream. */
  function update(): void {
    const isWanted =
      !life.aborted && page.isVisible() && extensions.offers(openStream.name) === true
    if (isWanted && !turn) {
      const mine = new AbortController()
      turn = mine
      const held = locks.request(name, { signal: mine.signal }, () => hold(mine.signal))
      // Aborted while it waited for its turn.
      Promise.resolve(held).catch(() => undefined)
      announcePairs()
    } else if (!isWanted && turn) {
      turn.abort()
      turn = undefined
      announcePairs()
      setLive(false)
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') take(data.event)
    if (data.kind === 'hello') {
      postedPairs = ''
      announcePairs()
    }
    if (data.kind !== 'pairs') return
    elsewhere.set(data.tab, data.pairs)
    checkPairs()
  })
  queryClient.getQueryCache().subscribe((event) => {
    const isOwnPrice =
      event.type === 'updated' && event.action.type === 'success' && event.action.manual
    if (isPairList(event.query) && !isOwnPrice) checkPairs()
  })
  page.subscribe(update)
  extensions.subscribe(update)
  const stopFollowingMode = mode.subscribe(endForMode)
  let lastMode = mode.mode()
  function endForMode(): void {
    if (mode.mode() === lastMode) return
    lastMode = mode.mode()
    open?.end.abort()
  }
  life.addEventListener('abort', () => {
    update()
    stopFollowingMode()
    stopSettling()
    channel.close()
  })
  update()
}
