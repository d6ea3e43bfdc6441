import type { Instant } from '#contract/primitives.ts'

import type { Webhooks } from './alerts/deliveries.ts'
import { type Network, sendWebhook } from './alerts/send-webhook.ts'
import { sealingIn } from './alerts/webhook-key.ts'
import { webhookOrigins } from './alerts/webhook-origins.ts'
import { nodeRemedies } from './command-line.ts'
import {
  type LiveExchange,
  LIVE_EXCHANGES,
  type LiveOrigin,
} from './engine/market/live-exchanges.ts'
import { liveMarket } from './engine/market/live-market.ts'
import type { SteadyClock } from './http/rate-limits.ts'
import { binanceFeed } from './live/binance.ts'
import type { FeedAddresses, FeedClock, MarketFeed } from './live/feed.ts'
import { krakenFeed } from './live/kraken.ts'
import { livePrices } from './live/live-prices.ts'
import { nodePlatform } from './node-platform.ts'
import { type Outside, type PaperSettings, runPaper } from './running-paper.ts'
import { lockDirectory, openDataDirectory } from './store/sqlite/data-directory.ts'
import type { Store } from './store/store.ts'
import { openSqliteStore, withDatabase } from './store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from './store/sqlite/upgrade-worlds.ts'

export type PaperProcessSettings = PaperSettings & {
  data: string
  /** Origins that alert webhooks may call. */
  notifyTo?: readonly string[]
  /** The exchange whose prices the worlds have. */
  live?: { exchange: LiveExchange; addresses: FeedAddresses } | undefined
}

export type OutsideOfProcess = Outside & {
  openStore?: typeof openSqliteStore
  /** Replaces the machine's network for alert webhooks. */
  network?: Partial<Network>
  later?: Webhooks['later']
  /** Replaces the exchange. */
  feed?: FeedMaker
}

type FeedMaker = (clock: FeedClock, addresses: FeedAddresses) => MarketFeed

const FEEDS: Record<LiveExchange, FeedMaker> = { binance: binanceFeed, kraken: krakenFeed }

export type PaperProcess = Awaited<ReturnType<typeof openPaperProcess>>

/** Opens a data directory and its worlds. Throws `Problem`. */
export async function openPaperProcess(settings: PaperProcessSettings, outside: OutsideOfProcess) {
  const directory = openDataDirectory(settings.data)
  const lock = lockDirectory(directory)
  try {
    const store = (outside.openStore ?? openSqliteStore)(directory, {
      check: lock.endedBadly,
      isServing: true,
    })
    const live = settings.live && (await openLive(settings.live, store, outside))
    const running = await runPaper({
      store,
      platform: nodePlatform,
      settings: { ...settings, ...(live && { market: live.origin }) },
      live: live?.prices,
      outside,
      upgrade: (now) =>
        void withDatabase(directory, (database) => upgradeWorlds(database, now, outside.say)),
      place: settings.data,
      remedies: nodeRemedies(),
      webhooks: {
        ...sealingIn(directory.path),
        origins: webhookOrigins(directory.path, settings.notifyTo ?? []),
        send: (request) => sendWebhook(request, outside.network),
        later: outside.later ?? laterOnce,
      },
    })
    return {
      ...running,
      store,
      servesAt: lock.servesAt,
      async close(): Promise<void> {
        await running.close().finally(() => lock.release())
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Prices of an exchange, for all worlds of a directory. Opens a connection to the exchange. */
async function openLive(
  { exchange, addresses }: NonNullable<PaperProcessSettings['live']>,
  store: Store,
  { feed, now, steady, say, report, later = laterOnce }: OutsideOfProcess,
) {
  if (!store.prices) throw new Error('This store keeps no prices')
  const market = liveMarket(LIVE_EXCHANGES[exchange].quote)
  const clock = { now: onlyForward(now, steady), after: later, random: Math.random }
  const origin: LiveOrigin = { kind: 'live', exchange, prices: market.market }
  const prices = await livePrices({
    feed: (feed ?? FEEDS[exchange])(clock, addresses),
    market,
    clock,
    stored: store.prices,
    say,
    failed: (error) => report({ reference: 'prices', line: 'prices', error }),
  })
  return { origin, prices }
}

/** The machine's clock, or after it was set back, the time that has passed by the steady clock. */
function onlyForward(now: () => Instant, steady: SteadyClock): () => Instant {
  let seen = { at: now(), steady: steady() }
  return () => {
    const passed = Math.max(0, steady() - seen.steady)
    seen = { at: Math.max(now(), seen.at + passed), steady: seen.steady + passed }
    return Math.floor(seen.at)
  }
}

const laterOnce: Webhooks['later'] = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
