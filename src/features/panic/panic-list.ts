// Rows of a panic, and the trader's choice among them.

import type { DcaBot, DealsAtStop } from '#contract/dca-bots.ts'
import type { ListedExchange } from '#contract/exchanges.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Id, Instant } from '#contract/primitives.ts'
import { isUnreadable, present, type Rows } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { BULK_PARTS, type BulkAction, type BulkAsk, type BulkPart, keyOf } from '#forms/bulk-run.ts'
import { joined, plural, textOr } from '#money/format.ts'
import { can, isStopped } from '#trading/allowed.ts'
import { toSlashPair } from '#trading/pair.ts'
import { isFilled, isPartlyFilled, statusLabel } from '#trading/smart-trade-group.ts'

export type PanicRow = Omit<BulkAsk, 'deals' | 'isDeliberate'> & {
  part: BulkPart
  detail: string
  /** Account of a sale, which ends everything on it. */
  accountId?: Id | undefined
  exchangeId?: string | undefined
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

/** Account that can be sold; only its id is known if the service does not list it. */
type Sellable = {
  id: string
  name: string
  listed?: ListedExchange | undefined
  isInDoubt: boolean
}

export type PanicFacts = PanicLists & {
  followed: readonly Id[] | undefined
  readAt?: Pick<ReadonlyMap<unknown, Instant>, 'get'> | undefined
  deals: DealsAtStop
  /** Says that manual orders are left out, if the service has such orders. */
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

/** A bot not known to be stopped may be running. */
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

/** Includes stopped bots that have open deals. */
function dcaRows({ dcaBots, deals: wish }: PanicFacts): PanicRow[] {
  const shared = { part: 'stop', action: 'stopDcaBot', isOffAtFirst: false } as const
  return dcaBots.rows.flatMap((bot): PanicRow | [] => {
    if (bot.id === undefined) return []
    // DCA bots have UUIDs, which no other row uses.
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

/** Trades with a waiting entry are cancelled; those that hold or may hold a position are closed. */
function tradeRows({ smartTrades, readAt }: PanicFacts): PanicRow[] {
  return smartTrades.rows.flatMap((trade): PanicRow | PanicRow[] => {
    const { id } = trade
    if (id === undefined) return []
    if (isUnreadable(trade)) return unreadableTrade(id)
    const isWaiting = !isFilled(trade) && !isPartlyFilled(trade)
    const shared = {
      id,
      name: toSlashPair(trade.pair),
      detail: joined([trade.position.type, statusLabel(trade.status), trade.account.name]),
      accountId: trade.account.id,
      isOffAtFirst: false,
    }
    const obstacle = isWaiting ? can.cancelSmartTrade(trade) : can.closeSmartTrade(trade)
    return isWaiting
      ? { ...shared, part: 'cancel', action: 'cancelSmartTrade', readAt: readAt?.get(id), obstacle }
      : { ...shared, part: 'close', action: 'closeSmartTrade', obstacle }
  })
}

/** The trade may hold a position, so it can be closed or cancelled. */
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
  // A sale cannot be undone, so it must be chosen explicitly.
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

/** Excluded rows that end anyway, because their account is sold. */
export function endedBySale(
  rows: readonly PanicRow[],
  isIncluded: (row: PanicRow) => boolean,
): PanicRow[] {
  const sold = rows.filter((row) => row.part === 'sell' && isIncluded(row))
  return rows.filter(
    (row) => row.part !== 'sell' && !isIncluded(row) && sold.some((sale) => isPerhapsOn(row, sale)),
  )
}

/** An entity without a known account may be on any. */
function isPerhapsOn(row: PanicRow, sale: PanicRow): boolean {
  if (row.exchangeId !== undefined) return row.exchangeId === sale.exchangeId
  if (row.accountId !== undefined && sale.accountId !== undefined) {
    return row.accountId === sale.accountId
  }
  return true
}

export type PanicChoice = {
  parts: Partial<Record<BulkPart, boolean>>
  rows: Readonly<Record<string, boolean>>
}

export const NO_CHOICE: PanicChoice = { parts: {}, rows: {} }
export const SELLS_CHOICE: PanicChoice = { parts: { sell: true }, rows: {} }

export const isIncluded = (choice: PanicChoice, row: PanicRow): boolean =>
  row.obstacle === undefined && isChosen(choice, row)

/** Rows that the trader excluded, without those whose support is unknown. */
export const leftOutOf = (rows: readonly PanicRow[], choice: PanicChoice): string[] =>
  rows.filter((row) => !isChosen(choice, row)).map(keyOf)

/** New rows follow the choice of their part. */
function isChosen({ parts, rows }: PanicChoice, row: PanicRow): boolean {
  const ofPart = row.isChosenAlone === true ? undefined : parts[row.part]
  return rows[keyOf(row)] ?? ofPart ?? !row.isOffAtFirst
}

/** Selects or clears a part, and drops earlier choices of its rows. */
export function withPart(
  choice: PanicChoice,
  part: BulkPart,
  list: readonly PanicRow[],
  isIn: boolean,
): PanicChoice {
  const ofPart = list.filter((row) => row.part === part)
  const keys = new Set(ofPart.map(keyOf))
  const others = isIn ? ofPart.filter((row) => row.isChosenAlone !== true).map(otherWayOf) : []
  const rows = Object.entries(choice.rows).filter(([key]) => !keys.has(key))
  return {
    parts: { ...choice.parts, [part]: isIn },
    rows: Object.fromEntries([...rows, ...others.flatMap((key) => (key ? [[key, false]] : []))]),
  }
}

export function withRow(choice: PanicChoice, row: PanicRow, isIn: boolean): PanicChoice {
  const other = otherWayOf(row)
  return {
    ...choice,
    rows: {
      ...choice.rows,
      [keyOf(row)]: isIn,
      ...(isIn && other !== undefined && { [other]: false }),
    },
  }
}

export function otherWayOf({ action, id }: Pick<PanicRow, 'action' | 'id'>): string | undefined {
  const other = OTHER_WAY[action]
  return other && keyOf({ action: other, id })
}

const OTHER_WAY: Partial<Record<BulkAsk['action'], BulkAsk['action']>> = {
  cancelSmartTrade: 'closeSmartTrade',
  closeSmartTrade: 'cancelSmartTrade',
}

export const asksOf = (
  list: readonly PanicRow[],
  choice: PanicChoice,
  deals: DealsAtStop,
): BulkAsk[] => list.filter((row) => isIncluded(choice, row)).map((row) => askOf(row, deals))

export const askOf = ({ action, id, name, readAt }: PanicRow, deals: DealsAtStop): BulkAsk => ({
  action,
  id,
  name,
  isDeliberate: true,
  readAt,
  ...(action === 'stopDcaBot' && { deals }),
})
