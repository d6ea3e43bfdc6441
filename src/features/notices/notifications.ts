import type { GridBot } from '#contract/grid-bots.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import type { Intent } from '#intents/intent.ts'
import { toSlashPair } from '#trading/pair.ts'
import { groupOf } from '#trading/smart-trade-group.ts'

/** Something a trader may want to be told of. It names no amount: others may see the screen. */
export type Notice = {
  /** The same in every tab and after every reading, so that nothing is told twice. */
  tag: string
  title: string
  body: string
  leadsTo: { trade: Id } | { bot: Id } | { intent: string }
}

type Trade = Read<SmartTrade>
type Bot = Read<GridBot>

/**
 * Trades that are over in this reading and were active in the one before, or have ended since
 * somebody watches: a reading holds only those that changed last.
 */
export function endedTrades(
  before: readonly Trade[],
  now: readonly Trade[],
  since: Instant,
): Notice[] {
  const wasActive = new Map(before.map((trade) => [trade.id, isActive(trade)]))
  return now.flatMap((trade) => {
    const { id, pair, status, data } = trade
    if (id === undefined || isActive(trade)) return []
    const endedAt = data?.closed_at ?? data?.updated_at ?? 0
    if (!(wasActive.get(id) ?? endedAt >= since)) return []
    return [
      {
        tag: `trade ${id} ${status?.type ?? ''}`,
        title: `SmartTrade ${id}${pair ? ` · ${nameOf(pair)}` : ''}`,
        body: status?.title || status?.type || 'Ended',
        leadsTo: { trade: id },
      },
    ]
  })
}

const isActive = ({ status }: Trade): boolean => groupOf(status) === 'active'

/** Grid bots that ran in the reading before and do not in this one. */
export function stoppedBots(before: readonly Bot[], now: readonly Bot[]): Notice[] {
  const running = new Set(before.filter(({ is_enabled }) => is_enabled).map(({ id }) => id))
  return now.flatMap(({ id, name, pair, is_enabled, updated_at }) =>
    id !== undefined && is_enabled === false && running.has(id)
      ? [
          {
            tag: `grid bot ${id} ${updated_at ?? ''}`,
            title: name || `Grid bot ${id}${pair ? ` · ${nameOf(pair)}` : ''}`,
            body: 'The bot has stopped',
            leadsTo: { bot: id },
          },
        ]
      : [],
  )
}

/** Intents whose outcome has become unknown since `before` were looked at. */
export function turnedUnknown(before: readonly Intent[], now: readonly Intent[]): Notice[] {
  const known = new Set(before.filter(isUnknown).map(({ id }) => id))
  return now
    .filter((intent) => isUnknown(intent) && !known.has(intent.id))
    .map(({ id, endpoint }) => ({
      tag: `intent ${id}`,
      title: 'Outcome unknown',
      body: `${endpoint.method} ${endpoint.path}: do not send it again before you have looked.`,
      leadsTo: { intent: id },
    }))
}

const isUnknown = ({ outcome }: Intent): boolean => outcome.kind === 'unknown'

const nameOf = (pair: string): string => (pair.includes('_') ? toSlashPair(pair) : pair)
