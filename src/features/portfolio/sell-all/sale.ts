// Facts of selling everything: assets sold and kept, and what is stopped.

import type { DcaBot } from '#contract/dca-bots.ts'
import type { RunningCounts } from '#contract/exchanges.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import { type Book, impactOf } from '#contract/impact.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { type Asset, totalValue } from '#market/assets.ts'
import type { Sale } from '#market/sale.ts'
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { formatPercent, plural } from '#money/format.ts'
import { isStopped } from '#trading/allowed.ts'
import { isFar } from '#trading/price-move.ts'

/** Price impact of selling, in percent of what is sold; `undefined` if small or unknown. */
export function saleImpact(
  sold: readonly Asset[],
  bookOf: (code: string) => Book | undefined,
): Decimal | undefined {
  const lost = sum(
    sold.map(({ code, sharesCode, amount, value }) => {
      const book = code === undefined || sharesCode ? undefined : bookOf(code)
      const impact = book && amount && impactOf(amount, book)
      return impact && value ? multiply(value, impact) : ZERO
    }),
  )
  const worth = totalValue(sold)
  if (!worth || !isPositive(worth)) return undefined
  const percent = divide(multiply(lost, HUNDRED), worth, 4, 'half-even')
  return compare(multiply(percent, HUNDRED), ONE) > 0 ? percent : undefined
}

/**
 * Sentence for a loss of the reviewed account above 1 % of its coins. Dollars count, because a
 * bot's sale meanwhile loses nothing. Gains need no review.
 */
export function worthMoved(before: Sale, now: Sale): string | undefined {
  const coins = before.proceeds
  if (!coins) return undefined
  if (!now.proceeds) return 'The assets to sell have lost their prices since they were read.'
  // A coin newly priced must not hide a loss of others.
  const priced = now.sold.filter(({ id }) => !before.unpriced.some((one) => one.id === id))
  const worth = (...assets: Asset[]) => sum(assets.flatMap(({ value }) => value ?? []))
  const lost = subtract(worth(...before.sold, ...before.stays), worth(...priced, ...now.stays))
  if (!isPositive(coins) || !isPositive(lost) || !isFar(coins, subtract(coins, lost)))
    return undefined
  const percent = formatPercent(divide(multiply(lost, HUNDRED), coins, 4, 'half-even'))
  return `Since it was read, the account has lost ${percent} of what its coins were worth.`
}

type Change = Pick<Asset, 'id' | 'code' | 'label'> & {
  /** Absent if the earlier amount is unknown. */
  before: Decimal | undefined
  now: Decimal | undefined
  value: Decimal | undefined
}

/** Amounts before and after. Beside an unreadable balance, no asset is called gone or new. */
export function changesBetween(
  before: readonly Asset[] | undefined,
  now: readonly Asset[],
): Change[] {
  const earlier = (id: string | undefined) => {
    if (!before || id === undefined) return undefined
    const asset = before.find((one) => one.id === id)
    return asset ? asset.amount : noneIn(before)
  }
  const held = now.map(({ id, code, label, amount, value }) => ({
    id,
    code,
    label,
    before: earlier(id),
    now: amount,
    value,
  }))
  const gone = (before ?? []).filter(({ id }) => !now.some((asset) => asset.id === id))
  const left = noneIn(now)
  return [
    ...held,
    ...gone.map(({ id, code, label, amount }) => ({
      id,
      code,
      label,
      before: amount,
      now: left,
      value: left,
    })),
  ]
}

const noneIn = (assets: readonly Asset[]): Decimal | undefined =>
  assets.some(({ id }) => id === undefined) ? undefined : ZERO

/** Lists read for one account; failed reads are absent. */
export type Entities = {
  connectionId: string
  /** Account number in SmartTrades and grid bots, if the service lists it. */
  accountId: Id | undefined
  smartTrades: Rows<SmartTrade> | undefined
  areSmartTradesCut: boolean
  dcaBots: Rows<DcaBot> | undefined
  gridBots: Rows<GridBot> | undefined
  /** Counts by the service, if it has them; `unread` if the read failed. */
  counted?: RunningCounts | 'unread' | undefined
}

export type Stopping = {
  smartTrades: readonly SmartTrade[]
  dcaBots: readonly DcaBot[]
  gridBots: readonly GridBot[]
  caveats: string[]
}

/** Entities that the sale stops: spec 3.4 names DCA bots, SmartTrades, deals and open orders. */
export function stoppingOf(entities: Entities): Stopping {
  const { connectionId, accountId, smartTrades = [], dcaBots = [], gridBots = [] } = entities
  const isHere = (id: Id) => accountId === undefined || id === accountId
  const listed = {
    smartTrades: readableRows(smartTrades).filter(({ account }) => isHere(account.id)),
    dcaBots: readableRows(dcaBots).filter(
      (bot) => bot.connection_id === connectionId && isAtWork(bot),
    ),
    gridBots: readableRows(gridBots).filter((bot) => bot.is_enabled && isHere(bot.account_id)),
  }
  const { counted } = entities
  return {
    ...listed,
    caveats: [
      ...caveatsOf(entities),
      ...(counted === 'unread'
        ? ['The service did not say how much runs on this account, so there may be more.']
        : unlistedCaveats(counted ?? {}, listed)),
      ordersCaveat(counted === 'unread' ? undefined : counted?.orders),
    ],
  }
}

const ordersCaveat = (count: number | undefined): string =>
  count === undefined
    ? 'Orders placed on the exchange itself are not listed. They are cancelled too.'
    : `The service counts ${plural(count, 'open order')} on this account. All orders are cancelled, also those placed on the exchange itself.`

/** Trades, bots and deals that the service counts but does not list end as well. */
function unlistedCaveats(
  { smart_trades, dca_bots, deals, grid_bots }: Partial<RunningCounts>,
  listed: Omit<Stopping, 'caveats'>,
): string[] {
  const running = listed.dcaBots.filter(({ status }) => status === 'running')
  const open = listed.dcaBots.reduce((sum, { active_trades }) => sum + active_trades, 0)
  const kinds: [string, number | undefined, number][] = [
    ['active SmartTrades', smart_trades, listed.smartTrades.length],
    ['running DCA bots', dca_bots, running.length],
    ['open deals', deals, open],
    ['running grid bots', grid_bots, listed.gridBots.length],
  ]
  return kinds.flatMap(([what, counted, known]) =>
    counted === undefined || counted === known
      ? []
      : `The service counts ${counted} ${what} on this account, ${plural(known, 'is', 'are')} listed here.`,
  )
}

/** A stopped bot may still have open deals, which end as well. */
const isAtWork = (bot: DcaBot): boolean => !isStopped(bot) || bot.active_trades > 0

function caveatsOf({
  accountId,
  smartTrades,
  areSmartTradesCut,
  dcaBots,
  gridBots,
}: Entities): string[] {
  const isTied = smartTrades !== undefined || gridBots !== undefined
  return [
    !smartTrades && 'The active SmartTrades could not be read.',
    areSmartTradesCut && 'There may be more active SmartTrades than those read.',
    !dcaBots && 'The DCA bots could not be read.',
    !gridBots && 'The grid bots could not be read. Expect them to stop as well.',
    unreadCaveat(smartTrades, 'SmartTrade'),
    unreadCaveat(dcaBots, 'DCA bot'),
    unreadCaveat(gridBots, 'grid bot'),
    accountId === undefined &&
      isTied &&
      'The service does not say which of them run on this connection, so all accounts are listed.',
  ].filter((sentence) => sentence !== false)
}

/** An unreadable row may belong to this account, and would end as well. */
function unreadCaveat(rows: Rows<unknown> | undefined, what: string): string | false {
  const count = unreadableRows(rows).length
  return count > 0 && `${plural(count, what)} could not be read and may stop as well.`
}
