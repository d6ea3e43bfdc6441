import { CANDLE_LENGTHS, type CandleEntity, type CandleInterval } from '#contract/market.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import type { MarketState } from '#contract/system.ts'

import { LIVE_EXCHANGES } from '../engine/market/live-exchanges.ts'
import { type LiveMarket, stepOf } from '../engine/market/live-market.ts'
import type { Watched } from '../engine/watched.ts'
import { RefusalWithHeaders } from '../http/refusal.ts'
import { found } from '../refusal.ts'
import { noLongerThan } from '../slices.ts'
import { type FeedClock, FeedFailure, type FeedOutage, type MarketFeed } from './feed.ts'
import { fillGap, readPast } from './fill-gap.ts'
import { keepPrices, type StoredPrices } from './kept-prices.ts'
import { readListing, readTickers } from './listing.ts'

const SECOND = 1_000
/** In milliseconds of silence: from then on prices are told as old. */
const STALE_AFTER = 10_000
/** In milliseconds of silence: each connection has several messages per second. */
const SILENT_AFTER = 3_000
const RETRY_AFTER = 5_000
/** In milliseconds: trades of one pair may arrive that much after a later message of another. */
const LATE_TRADE = 250
/** In milliseconds without a message: until then, nothing more was on its way. */
const PAUSE = 200
/** In milliseconds: a pair that was just added streams, and is read, within a few seconds. */
const PATIENCE = 4_000
const LITTLE_PATIENCE = 1_000
const TICKERS_EVERY = 10_000
const LISTING_EVERY = 3_600_000
/** In milliseconds: a pair that a page has asked for is streamed that long. */
const SHOWN_FOR = 60_000
/** In milliseconds: the candle that is not over is read again. */
const CANDLE_FRESH = 5_000
const MAX_CACHED_CANDLES = 200

/** The worlds that act on these prices. */
export type LiveWorlds = {
  /** `undefined` while one of them is not in memory. */
  watched: () => Watched[] | undefined
  /** Advances all worlds to `until()`. */
  settle: () => Promise<void>
}

type Parts = {
  feed: MarketFeed
  market: LiveMarket
  clock: FeedClock
  stored: StoredPrices
  say: (sentence: string) => void
  failed: (error: unknown) => void
}

const NO_WORLDS: LiveWorlds = { watched: () => [], settle: () => Promise.resolve() }

export type LivePrices = Awaited<ReturnType<typeof livePrices>>

/**
 * The prices of an exchange as worlds may act on them. Time in the worlds never passes `until()`:
 * up to there all trades of the pairs they act on are known. After an outage the missed time is
 * read before `until()` moves on.
 */
export async function livePrices({ feed, market, clock, stored, say, failed }: Parts) {
  const { name } = LIVE_EXCHANGES[feed.name]
  const kept = await keepPrices(market, stored)
  let worlds: LiveWorlds = NO_WORLDS
  /** The exchange's time, up to which all prices are known. */
  let horizon: Instant = -Infinity
  /** The exchange's time of its latest message. */
  let latest: Instant = -Infinity
  /** The machine's time less the exchange's, as messages arrive. */
  let lag = SECOND
  let heardAt: Instant = -Infinity
  let outage: FeedOutage | undefined
  /** Reason that the missed time cannot be read for now. */
  let trouble: string | undefined
  let pausedUntil: Instant = -Infinity
  let isClosed = false
  /** Pairs that stream, with the first moment from which all their trades arrive. */
  const wholeFrom = new Map<string, Instant>()
  const risen = new Set<string>()
  const withPast = new Set<string>()
  const shown = new Map<string, Instant>()
  let filling: Promise<void> | undefined
  const waiting = new Set<() => void>()

  const isTraded = (pair: string): boolean => {
    const instrument = market.market.instrument(pair)
    return instrument !== undefined && instrument.ended === undefined
  }
  const isListed = (pair: string): boolean =>
    market.market.instrument(pair)?.ended?.by !== 'delisting'
  const isWhole = (pair: string): boolean =>
    withPast.has(pair) && (wholeFrom.get(pair) ?? Infinity) <= horizon
  const silence = (): number => clock.now() - heardAt

  function stateNow(): MarketState['state'] {
    if (silence() >= STALE_AFTER) return 'stale'
    const isLate = silence() >= SILENT_AFTER
    return outage || filling || !isWholeNow || isLate ? 'filling' : 'live'
  }

  /** State at the last look at the worlds. */
  let isWholeNow = false
  let active: ReadonlySet<string> = new Set()
  /** Also halted pairs with orders, so that their trades are known once they resume. */
  let acting: ReadonlySet<string> = new Set()
  /** After a failure, a world is read from the store again: it may have to act on all since. */
  let isOneAbsent = false
  let reachedBy: Instant = -Infinity

  function look(): readonly Watched[] {
    const watched = worlds.watched()
    isOneAbsent = watched === undefined
    if (!watched) return []
    const before = acting
    acting = new Set(watched.flatMap(({ traded, held }) => [...traded, ...held]).filter(isListed))
    // The list's best prices may be ten seconds old.
    for (const pair of acting) {
      if (!before.has(pair) && !wholeFrom.has(pair)) market.forgetQuotes(pair)
    }
    active = new Set([...acting].filter(isTraded))
    reachedBy = Math.min(...watched.map(({ now }) => now))
    return watched
  }

  /** Moves the horizon on, or starts reading what was missed. */
  function move(): void {
    if (isClosed || filling || isOneAbsent || worlds === NO_WORLDS) return
    if (clock.now() < pausedUntil) return
    isWholeNow = [...active].every(isWhole)
    if (!isWholeNow) {
      const to = Math.max(...Array.from(active, (pair) => wholeFrom.get(pair) ?? Infinity))
      // The exchange's own records lag behind its stream.
      if (latest >= to + SECOND) fill(to)
      return
    }
    horizon = Math.max(horizon, completeTo(latest))
    if (stateNow() === 'live') trouble = undefined
    if (horizon < latest) return
    for (const go of waiting) go()
    waiting.clear()
  }

  function fill(to: Instant): void {
    const gap = () => {
      const watched = look()
      return { watched, gaps: [...active].filter((pair) => !isWhole(pair)) }
    }
    const moveTo = async (at: Instant): Promise<void> => {
      if (isClosed) throw new FeedFailure('unreachable', 'the service ends')
      horizon = at
      kept.acted(at)
      await worlds.settle()
    }
    async function readAll(): Promise<void> {
      for (const pair of active) {
        if (!withPast.has(pair)) await readPast(feed, market, pair, horizon)
        withPast.add(pair)
      }
      await fillGap({ feed, market, from: () => horizon, to, look: gap, moveTo })
    }
    filling = readAll()
      .catch((error: unknown) => {
        reported(error)
        const retryAt = error instanceof FeedFailure ? error.retryAt : undefined
        pausedUntil = Math.max(clock.now() + RETRY_AFTER, retryAt ?? 0)
      })
      .finally(() => {
        filling = undefined
        move()
      })
  }

  const whenLive = (): Promise<void> => new Promise((resolve) => waiting.add(resolve))

  const stream = feed.open({
    trade({ pair, price, at }) {
      const step = stepOf(at)
      // Worlds act neither beyond the horizon nor beyond this machine's time.
      if (step > Math.min(horizon, clock.now())) market.add(pair, { at: step, price })
    },
    quote({ pair, bid, ask }) {
      market.quote(pair, stepOf(Math.max(latest, horizon)), { bid, ask })
    },
    status: () => void refreshListing(),
    pulse(_at, exchangeTime) {
      const at = clock.now()
      // Behind a message without a time, late trades may wait.
      const shownBy = at - heardAt >= PAUSE ? heardAt - lag : -Infinity
      heardAt = at
      if (exchangeTime !== undefined) {
        lag = Math.max(at - exchangeTime, lag - Math.abs(lag) / 10)
        for (const pair of risen) wholeFrom.set(pair, stepOf(exchangeTime))
        risen.clear()
      }
      latest = Math.max(latest, exchangeTime ?? shownBy)
      move()
    },
    up(pairs) {
      outage = undefined
      for (const pair of pairs) if (!wholeFrom.has(pair)) risen.add(pair)
      for (const pair of wholeFrom.keys()) if (!pairs.has(pair)) wholeFrom.delete(pair)
    },
    stale() {
      // Messages may be lost for good, so the silence is read like an outage.
      for (const pair of wholeFrom.keys()) risen.add(pair)
      wholeFrom.clear()
      market.endQuotes(stepOf(Math.max(latest, horizon)))
    },
    down(next) {
      if (!outage) say(`${name} sends no prices: ${next.reason}.`)
      outage = next
      wholeFrom.clear()
      risen.clear()
      market.endQuotes(stepOf(Math.max(latest, horizon)))
    },
    unreadable: (_count, sentence) => say(sentence),
  })

  let watching = ''
  function watch(): void {
    for (const [pair, until] of shown) if (until < clock.now()) shown.delete(pair)
    const pairs = new Set([...acting, ...shown.keys()])
    const names = [...pairs].toSorted().join()
    if (names === watching) return
    watching = names
    for (const known of [...wholeFrom.keys(), ...risen]) {
      if (!pairs.has(known)) {
        wholeFrom.delete(known)
        risen.delete(known)
      }
    }
    stream.watch(pairs)
  }

  let listedAt = -Infinity
  let askedAt = -Infinity
  async function refreshListing(): Promise<void> {
    listedAt = clock.now()
    askedAt = listedAt
    await readListing(feed, market, taking()).catch((error: unknown) => {
      listedAt = -Infinity
      reported(error)
    })
  }
  async function refreshTickers(): Promise<void> {
    askedAt = clock.now()
    await readTickers(feed, market, taking()).catch(reported)
  }
  /** A pair that a world acts on, or that streams, takes no price from elsewhere. */
  function taking() {
    const isFree = (pair: string): boolean => !acting.has(pair) && !wholeFrom.has(pair)
    // Free pairs keep only their latest prices.
    for (const pair of withPast) if (isFree(pair)) withPast.delete(pair)
    return { at: stepOf(Math.max(latest, horizon, clock.now() - lag - SECOND)), isFree }
  }
  function reported(error: unknown): void {
    if (!(error instanceof FeedFailure)) return failed(error)
    trouble = error.message
    // The exchange may have dropped a pair.
    if (error.kind === 'refused') listedAt = -Infinity
  }

  const cached = new Map<string, { until: Instant; rows: Promise<CandleEntity[]> }>()

  return {
    until: (): Instant => horizon,
    /** The worlds' own time is where reading begins. */
    begin(own: LiveWorlds): void {
      worlds = own
      look()
      horizon = Number.isFinite(reachedBy) ? reachedBy : -Infinity
      watch()
    },
    /** Looks at the worlds again: a command may have begun a pair that is not streamed yet. */
    noted(): void {
      look()
      watch()
      move()
    },
    acted: (): void => kept.acted(horizon),
    /** Streams pairs that a page shows. */
    show(pairs: Iterable<string>): void {
      for (const pair of pairs) if (isTraded(pair)) shown.set(pair, clock.now() + SHOWN_FOR)
      watch()
    },
    /** Waits a moment until orders can be taken. Throws 503 if they cannot. */
    async admit({ effect }: Pick<Endpoint, 'effect'>): Promise<void> {
      if (effect?.movesMoney === false) return
      if (stateNow() === 'filling' || horizon < latest) {
        await noLongerThan(trouble || outage ? LITTLE_PATIENCE : PATIENCE, whenLive())
      }
      if (stateNow() === 'live') return
      const reason = (trouble ?? outage?.reason)?.replace(/\.$/, '').replace(`${name} `, 'it ')
      const because = reason === undefined ? '' : `: ${reason}`
      const sentence =
        silence() < SILENT_AFTER
          ? `The prices of ${name} are being read up to now${because}; orders are taken again then.`
          : `${name} has sent no prices ${spanOf(silence())}${because}; orders are taken again when they return.`
      throw new RefusalWithHeaders('world_unavailable', sentence, {
        'Retry-After': String(RETRY_AFTER / SECOND),
      })
    },
    state(): MarketState {
      const price_at = Number.isFinite(heardAt) ? heardAt : kept.lastAt()
      const known_to = Number.isFinite(horizon) ? horizon : clock.now()
      return { source: name, state: stateNow(), price_at, known_to, attempt: outage?.attempt ?? 0 }
    },
    trouble: (): string | undefined => trouble ?? outage?.reason,
    /** Called every second. Resolves when due reads are stored. */
    async tick(): Promise<void> {
      const now = clock.now()
      look()
      watch()
      move()
      const isDue = silence() < STALE_AFTER || !Number.isFinite(heardAt)
      const isListingDue =
        now - Math.max(listedAt, askedAt - LISTING_EVERY + TICKERS_EVERY) >= LISTING_EVERY
      if (isDue && isListingDue) await refreshListing()
      if (isDue && now - askedAt >= TICKERS_EVERY) await refreshTickers()
      await kept.tick(now, horizon, active, reachedBy)
    },
    /** Candles of the exchange's past. Throws 503 if they cannot be read. */
    async candles(pair: string, interval: CandleInterval, from: Instant, to: Instant) {
      found(market.market.instrument(pair), 'pair', pair)
      const length = CANDLE_LENGTHS[interval]
      const [begin, end] = [Math.ceil(from / length) * length, Math.floor(to / length) * length]
      const key = `${pair} ${interval} ${begin} ${end}`
      const now = clock.now()
      const known = cached.get(key)
      if (known && known.until > now) return known.rows
      const rows = feed.candles(pair, interval, begin, end + length).then(
        ({ candles }) => candles,
        (error: unknown) => {
          cached.delete(key)
          if (!(error instanceof FeedFailure)) throw error
          throw new RefusalWithHeaders('world_unavailable', error.message, { 'Retry-After': '5' })
        },
      )
      cached.delete(key)
      cached.set(key, { until: end + length < now ? Infinity : now + CANDLE_FRESH, rows })
      const [oldest = ''] = cached.keys()
      if (cached.size > MAX_CACHED_CANDLES) cached.delete(oldest)
      return rows
    },
    async close(): Promise<void> {
      isClosed = true
      stream.close()
      await filling
      await kept.save(horizon, active)
    },
  }
}

/** The end of the second that contains `latest`, as far as no late trade may change what came before. */
const completeTo = (latest: Instant): Instant =>
  Math.min(latest, Math.floor((latest - LATE_TRADE) / SECOND) * SECOND + SECOND - 1)

const spanOf = (span: number): string =>
  Number.isFinite(span) ? `for ${Math.floor(span / SECOND)} s` : 'yet'
