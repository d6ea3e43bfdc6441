import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { MarketChoice } from '#contract/system.ts'

import { type LiveExchange, LIVE_EXCHANGES } from './engine/market/live-exchanges.ts'
import { quoted } from './flags.ts'
import { LOOPBACK_NAMES } from './http/reach.ts'
import type { FeedAddresses } from './live/feed.ts'
import { UsageProblem } from './problem.ts'

const EXCHANGES = Object.keys(LIVE_EXCHANGES) as LiveExchange[]

/** Names the market that was used last, beside the worlds of all markets. */
const LAST_USED = 'market'

/** The choice as `--market` takes it. */
export const wordFor = (choice: MarketChoice): string =>
  choice === 'demo' ? choice : `live:${choice}`

/** The market of `--market`; the one used last if omitted. `replay:FILE` is a kind of demo. */
export function marketChoice(text: string | undefined, data: string): MarketChoice {
  if (text === undefined) return lastUsed(data)
  if (text === 'demo' || text.startsWith('replay:')) return 'demo'
  const found = EXCHANGES.find((exchange) => text === `live:${exchange}`)
  if (found) return found
  throw new UsageProblem(
    `--market takes demo, live:binance, live:kraken or replay:FILE, not ${quoted(text)}.`,
  )
}

function lastUsed(data: string): MarketChoice {
  const file = join(data, LAST_USED)
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'demo'
  return EXCHANGES.find((exchange) => exchange === name) ?? 'demo'
}

/** Each market has a world, keys and alerts of its own. */
export const directoryOf = (data: string, choice: MarketChoice): string =>
  choice === 'demo' ? data : join(data, choice)

/** Remembers the market for a start without `--market`. */
export function rememberMarket(data: string, choice: MarketChoice): void {
  if (choice !== lastUsed(data)) writeFileSync(join(data, LAST_USED), `${choice}\n`)
}

/** Another address of an exchange's API: encrypted, or on this machine. */
export function readAddresses(
  values: Readonly<Record<string, unknown>>,
  exchange: LiveExchange,
): FeedAddresses {
  return {
    ...addressOf(values, `${exchange}-http`, 'http'),
    ...addressOf(values, `${exchange}-ws`, 'ws'),
  }
}

function addressOf(
  values: Readonly<Record<string, unknown>>,
  flag: string,
  scheme: 'http' | 'ws',
): FeedAddresses {
  const text = values[flag]
  if (typeof text !== 'string') return {}
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && url.username + url.password + url.search + url.hash !== '') {
    throw new UsageProblem(`--${flag} takes an address without name, password, “?” and “#”.`)
  }
  const isLocal = url?.protocol === `${scheme}:` && LOOPBACK_NAMES.includes(url.hostname)
  if (url && (isLocal || url.protocol === `${scheme}s:`)) return { [scheme]: text }
  throw new UsageProblem(
    `--${flag} takes an address such as ${scheme}s://example.com, or ${scheme}:// on this machine, not ${quoted(text)}.`,
  )
}
