import type { DcaBotEvent } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { type Decimal, divide, fromNumber, isNegative, isPositive, sum } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'

export type EndedDeal = {
  id: DcaBotEvent['id']
  /** Unknown, like its count of safety orders, if no event shows it. */
  openedAt: Instant | undefined
  closedAt: Instant | undefined
  safetyOrders: number | undefined
  closedBy: string
  /** After fees, in the bot's profit currency. */
  profit: Decimal | undefined
}

const ENDINGS: Readonly<Record<string, string>> = {
  take_profit_filled: 'Take profit',
  stop_loss_filled: 'Stop loss',
  deal_closed: 'Closed at the market',
  liquidated: 'Liquidation',
}

/**
 * Closed deals, newest first, from events in chronological order. No event names its deal, so with
 * several open at once it is unknown which began when. `openNow`, the number open now, gives the
 * number open before the first event.
 */
export function endedDeals(events: readonly DcaBotEvent[], openNow?: number): EndedDeal[] {
  const ordered = inOrder(events)
  const { left, unseen } = dealsAfter(ordered, 0)
  const before = unseen + (openNow === undefined ? 0 : openNow - left)
  const most = ordered.length + 1
  return dealsAfter(ordered, Math.min(most, Math.max(0, before))).ended.toReversed()
}

type DealsKnown = {
  ended: EndedDeal[]
  /** Number of deals open after the last event, and of closed deals never seen open. */
  left: number
  unseen: number
}

/** Reconstructs deals for a given number open before the first event. */
function dealsAfter(events: readonly DcaBotEvent[], before: number): DealsKnown {
  const ended: EndedDeal[] = []
  let open: Opened[] = Array.from({ length: before }, () => ({ ...UNSEEN }))
  let unseen = 0
  // True from the second deal open at once until none is open.
  let isMixed = open.length > 1
  for (const event of events) {
    const closedBy = valueOfWord(ENDINGS, event.type)
    if (event.type === 'deal_opened') {
      open = open.filter(({ mayBeGone }) => !mayBeGone)
      open.push({ at: event.created_at, safetyOrders: 0, mayBeGone: false })
      if (open.length > 1) isMixed = true
    } else if (event.type === 'safety_order_filled') {
      for (const deal of open) deal.safetyOrders = plusOne(deal.safetyOrders)
    } else if (event.type === 'base_order_expired') {
      for (const deal of open) deal.mayBeGone = true
    } else if (closedBy !== undefined) {
      const deal = isMixed ? undefined : open[0]
      ended.push({
        id: event.id,
        openedAt: deal?.at,
        closedAt: event.created_at,
        safetyOrders: deal?.safetyOrders,
        closedBy,
        profit: event.amount ?? undefined,
      })
      if (!open.shift()) unseen += 1
      if (open.length === 0) isMixed = false
    }
  }
  return { ended, left: open.filter(({ mayBeGone }) => !mayBeGone).length, unseen }
}

type Opened = {
  at: Instant | undefined
  /** Unknown for a deal open before the first event. */
  safetyOrders: number | undefined
  /** Its base order expired, so it is closed unless a part was bought. */
  mayBeGone: boolean
}

const plusOne = (count: number | undefined) => (count === undefined ? undefined : count + 1)

const UNSEEN: Opened = { at: undefined, safetyOrders: undefined, mayBeGone: false }

const inOrder = (events: readonly DcaBotEvent[]): DcaBotEvent[] =>
  events.toSorted((a, b) => thenBy(a.created_at - b.created_at, Number(a.id) - Number(b.id)))

const PLACES = 8

/** Totals of deals; unknown if a deal lacks the figure. */
export function dealSums(deals: readonly EndedDeal[]) {
  const profits = deals.flatMap(({ profit }) => profit ?? [])
  const profit = profits.length < deals.length ? undefined : sum(profits)
  const spans = deals.flatMap(({ openedAt, closedAt }) =>
    openedAt === undefined || closedAt === undefined ? [] : closedAt - openedAt,
  )
  return {
    profit,
    average:
      !profit || deals.length === 0
        ? undefined
        : divide(profit, fromNumber(deals.length), PLACES, 'half-even'),
    won: profits.filter(isPositive).length,
    lost: profits.filter(isNegative).length,
    /** Average duration in milliseconds. */
    duration:
      spans.length === 0 || spans.length < deals.length
        ? undefined
        : spans.reduce((all, span) => all + span, 0) / spans.length,
  }
}
