import type { DcaBot, DealsAtStop } from '#contract/dca-bots.ts'
import type { ListedExchange } from '#contract/exchanges.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { isUnreadable, present, type Rows } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { BULK_PARTS, type BulkAction, type BulkAsk, type BulkPart } from '#forms/bulk-run.ts'
import { joined, plural, textOr } from '#money/words.ts'
import { can, isStopped } from '#trading/allowed.ts'
import { isFilled, isPartlyFilled } from '#trading/smart-trade-group.ts'
import { toSlashPair } from '#trading/pair.ts'

export type PanicRow = Omit<BulkAsk, 'deals' | 'isDeliberate'> & {
  part: BulkPart
  detail: string
  /** Where it is, as far as that is known: a sale ends everything there. */
  accountId?: Id | undefined
  exchangeId?: string | undefined
  /** Why nothing can be sent for it, as a sentence. */
  obstacle?: string | undefined
  isOffAtFirst: boolean
  isChosenAlone?: true
}

export type Listing<Row> = { rows: Rows<Row>; problem?: string | undefined }

export type PanicLists = {
  gridBots: Listing<GridBot>
  dcaBots: Listing<DcaBot>
  smartTrades: Listing<SmartTrade>
}

/** A connection that can be sold; of one that the service does not list only the id is known. */
export type Sellable = {
  id: string
  name: string
  listed?: ListedExchange | undefined
  isInDoubt: boolean
}

export type PanicFacts = PanicLists & {
  followed: readonly Id[] | undefined
  readAt?: Pick<ReadonlyMap<unknown, Instant>, 'get'> | undefined
  deals: DealsAtStop
  /** Says that orders placed by hand are left out, where the service has such orders. */
  ordersByHand?: string | undefined
  sellables: readonly Sellable[]
  areExchangesListed: boolean
  whyNot: (action: BulkAction) => string | undefined
}

export type PanicList = {
  rows: readonly PanicRow[]
  caveats: Record<BulkPart, readonly string[]>
  isUnread: Record<BulkPart, boolean>
}

export function panicListOf(facts: PanicFacts): PanicList {
  const rows = [
    ...gridRows(facts),
    ...dcaRows(facts),
    ...tradeRows(facts),
    ...facts.sellables.map(saleRow),
  ].map((row) => ({ ...row, obstacle: facts.whyNot(row.action) ?? row.obstacle }))
  const whyNot = (...actions: BulkAction[]) =>
    actions.flatMap((action) =>
      rows.some((row) => row.action === action) ? (facts.whyNot(action) ?? []) : [],
    )
  return {
    rows: rows.toSorted((a, b) => BULK_PARTS.indexOf(a.part) - BULK_PARTS.indexOf(b.part)),
    caveats: {
      stop: [
        ...followedCaveat(facts.followed),
        ...listCaveats(facts.gridBots, 'grid bot'),
        ...listCaveats(facts.dcaBots, 'DCA bot'),
        ...whyNot('stopGridBot', 'stopDcaBot'),
      ],
      cancel: [
        ...listCaveats(facts.smartTrades, 'SmartTrade'),
        ...present([facts.ordersByHand]),
        ...whyNot('cancelSmartTrade'),
      ],
      close: [...listCaveats(facts.smartTrades, 'SmartTrade'), ...whyNot('closeSmartTrade')],
      sell: [
        ...(facts.areExchangesListed
          ? []
          : [
              'The service does not list its exchange connections. Only those that this browser has seen can be sold.',
            ]),
        ...whyNot('sellAllToUsd'),
      ],
    },
    isUnread: {
      stop: isUnread(facts.gridBots) || isUnread(facts.dcaBots),
      cancel: isUnread(facts.smartTrades),
      close: isUnread(facts.smartTrades),
      sell: false,
    },
  }
}

/** One that is not known to be stopped may well run. */
function gridRows({ gridBots, followed }: PanicFacts): PanicRow[] {
  const shared = { part: 'stop', action: 'stopGridBot', isOffAtFirst: false } as const
  if (followed) {
    return followed.map((id) => ({
      ...shared,
      id,
      name: `Grid bot ${id}`,
      detail: 'followed by id',
    }))
  }
  return gridBots.rows.flatMap((bot): PanicRow | [] => {
    const { id } = bot
    if (id === undefined) return []
    if (isUnreadable(bot)) return { ...shared, id, name: `Grid bot ${id}`, detail: UNREADABLE }
    if (!bot.is_enabled) return []
    return {
      ...shared,
      id,
      name: textOr(bot.name, `Grid bot ${id}`),
      detail: joined(['grid', toSlashPair(bot.pair), bot.account_name]),
      accountId: bot.account_id,
    }
  })
}

/** A bot that is stopped is among them while deals of it are open. */
function dcaRows({ dcaBots, deals: wish }: PanicFacts): PanicRow[] {
  const shared = { part: 'stop', action: 'stopDcaBot', isOffAtFirst: false } as const
  return dcaBots.rows.flatMap((bot): PanicRow | [] => {
    if (bot.id === undefined) return []
    // A DCA bot goes by a UUID, which no other row is named by.
    const id = String(bot.id)
    if (isUnreadable(bot)) return { ...shared, id, name: `DCA bot ${id}`, detail: UNREADABLE }
    const { active_trades: deals } = bot
    const opensNone = isStopped(bot)
    if (opensNone && deals === 0) return []
    const open = `${plural(deals, 'deal')} open`
    return {
      ...shared,
      id,
      name: textOr(bot.name, `DCA bot ${id}`),
      detail: joined(['DCA', bot.pair, opensNone && 'stopped', open]),
      exchangeId: bot.connection_id,
      ...(opensNone && wish === 'leave' && { obstacle: STOPPED_WITH_DEALS }),
    }
  })
}

/** A trade whose entry waits is cancelled; one that holds something, or may, is closed. */
function tradeRows({ smartTrades, readAt }: PanicFacts): PanicRow[] {
  return smartTrades.rows.flatMap((trade): PanicRow | PanicRow[] => {
    const { id } = trade
    if (id === undefined) return []
    if (isUnreadable(trade)) return unreadableTrade(id)
    const isWaiting = !isFilled(trade) && !isPartlyFilled(trade)
    const shared = {
      id,
      name: toSlashPair(trade.pair),
      detail: joined([trade.position.type, trade.status.title, trade.account.name]),
      accountId: trade.account.id,
      isOffAtFirst: false,
    }
    const obstacle = isWaiting ? can.cancelSmartTrade(trade) : can.closeSmartTrade(trade)
    return isWaiting
      ? { ...shared, part: 'cancel', action: 'cancelSmartTrade', readAt: readAt?.get(id), obstacle }
      : { ...shared, part: 'close', action: 'closeSmartTrade', obstacle }
  })
}

/** Nobody knows whether it holds something: it can be closed, or cancelled instead. */
function unreadableTrade(id: Id): PanicRow[] {
  const shared = { id, name: `SmartTrade ${id}` }
  return [
    {
      ...shared,
      part: 'cancel',
      action: 'cancelSmartTrade',
      detail: `${UNREADABLE}; instead of closing it`,
      isOffAtFirst: true,
      isChosenAlone: true,
    },
    {
      ...shared,
      part: 'close',
      action: 'closeSmartTrade',
      detail: UNREADABLE,
      isOffAtFirst: false,
    },
  ]
}

const saleRow = ({ id, name, listed, isInDoubt }: Sellable): PanicRow => ({
  part: 'sell',
  action: 'sellAllToUsd',
  id,
  name,
  detail: isInDoubt ? 'The outcome of an earlier sale is unknown.' : '',
  accountId: listed?.account_id,
  exchangeId: id,
  obstacle: listed && can.sellAllToUsd(listed),
  // It cannot be undone: nothing is sold that was not chosen.
  isOffAtFirst: true,
})

const UNREADABLE = 'could not be read'
const STOPPED_WITH_DEALS = 'It is stopped and its deals go on. “Close at market” closes them.'

function followedCaveat(followed: readonly Id[] | undefined): string[] {
  if (!followed) return []
  return followed.length === 0
    ? ['The service does not list its grid bots. None is followed by id, so none is stopped.']
    : ['The service does not list its grid bots. Only those followed by id are here.']
}

const isUnread = ({ problem }: Listing<unknown>): boolean => problem !== undefined

function listCaveats({ rows, problem }: Listing<unknown>, what: string): string[] {
  if (problem !== undefined) return [`The ${what}s could not be read. ${problem}`]
  const count = rows.filter((row) => isUnreadable(row) && row.id === undefined).length
  if (count === 0) return []
  return [
    count === 1
      ? `1 ${what} could not be read and has no id. Nothing is sent for it.`
      : `${count} ${what}s could not be read and have no id. Nothing is sent for them.`,
  ]
}

/** What is left out and ends all the same, because everything on its account is sold. */
export function endedBySale(
  rows: readonly PanicRow[],
  isIncluded: (row: PanicRow) => boolean,
): PanicRow[] {
  const sold = rows.filter((row) => row.part === 'sell' && isIncluded(row))
  return rows.filter(
    (row) => row.part !== 'sell' && !isIncluded(row) && sold.some((sale) => isPerhapsOn(row, sale)),
  )
}

/** Where the service does not say where something is, it may be anywhere. */
function isPerhapsOn(row: PanicRow, sale: PanicRow): boolean {
  if (row.exchangeId !== undefined) return row.exchangeId === sale.exchangeId
  if (row.accountId !== undefined && sale.accountId !== undefined) {
    return row.accountId === sale.accountId
  }
  return true
}
