import type { DcaBot } from '#contract/dca-bots.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'

/** What was read about one connection; a list that could not be had is absent. */
export type Entities = {
  connectionId: string
  /** The connection's number among SmartTrades and grid bots, where the service tells it. */
  accountId: Id | undefined
  smartTrades: Rows<SmartTrade> | undefined
  /** Whether the list may go on beyond what was read. */
  areSmartTradesCut: boolean
  dcaBots: Rows<DcaBot> | undefined
  gridBots: Rows<GridBot> | undefined
}

export type Stopping = {
  smartTrades: readonly SmartTrade[]
  dcaBots: readonly DcaBot[]
  gridBots: readonly GridBot[]
  /** Sentences that say what is not in the lists above, and why. */
  caveats: string[]
}

/** What selling everything stops: spec 3.4 names DCA bots, SmartTrades, deals and open orders. */
export function stoppingOf(entities: Entities): Stopping {
  const { connectionId, accountId, smartTrades = [], dcaBots = [], gridBots = [] } = entities
  const isHere = (id: Id | undefined) =>
    accountId === undefined || id === undefined || id === accountId
  return {
    smartTrades: readableRows(smartTrades).filter(({ account }) => isHere(account?.id)),
    dcaBots: readableRows(dcaBots).filter(
      (bot) => bot.connection_id === connectionId && isAtWork(bot),
    ),
    gridBots: readableRows(gridBots).filter((bot) => bot.is_enabled && isHere(bot.account_id)),
    caveats: caveatsOf(entities),
  }
}

/** A stopped bot may still have deals open, and those are ended as well. */
const isAtWork = ({ status, active_trades }: DcaBot): boolean =>
  status === 'running' || (active_trades ?? 0) > 0

function caveatsOf({
  accountId,
  smartTrades,
  areSmartTradesCut,
  dcaBots,
  gridBots,
}: Entities): string[] {
  const isTied = smartTrades !== undefined || gridBots !== undefined
  return [
    smartTrades === undefined && 'The active SmartTrades could not be read.',
    areSmartTradesCut && 'There may be more active SmartTrades than those read.',
    dcaBots === undefined && 'The DCA bots could not be read.',
    gridBots === undefined && 'The grid bots could not be read. Expect them to stop as well.',
    unreadCaveat(smartTrades, 'SmartTrade'),
    unreadCaveat(dcaBots, 'DCA bot'),
    unreadCaveat(gridBots, 'grid bot'),
    accountId === undefined &&
      isTied &&
      'The service does not say which of them run on this connection, so all accounts are listed.',
    'Orders placed on the exchange itself are not listed. They are cancelled too.',
  ].filter((sentence) => sentence !== false)
}

/** A row that could not be read may be of this connection, and would end as well. */
function unreadCaveat(rows: Rows<unknown> | undefined, what: string): string | false {
  const count = unreadableRows(rows ?? []).length
  if (count === 0) return false
  return count === 1
    ? `1 ${what} could not be read and may stop as well.`
    : `${count} ${what}s could not be read and may stop as well.`
}
