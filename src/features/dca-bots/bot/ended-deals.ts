import type { DcaBotEvent } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { type Decimal, divide, fromNumber, isNegative, isPositive, sum } from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'

/** A deal that has ended, as the events of its bot tell it. */
export type EndedDeal = {
  /** The id of the event that ended it. */
  id: DcaBotEvent['id']
  /** Unknown, like the count of its safety orders, where no event tells them. */
  openedAt: Instant | undefined
  closedAt: Instant | undefined
  safetyOrders: number | undefined
  closedBy: string
  /** Net of fees, in the currency that the bot counts its profit in. */
  profit: Decimal | undefined
}

const ENDINGS: Readonly<Record<string, string>> = {
  take_profit_filled: 'Take profit',
  stop_loss_filled: 'Stop loss',
  deal_closed: 'Closed at the market',
  liquidated: 'Liquidation',
}

/**
 * The deals that have ended, the newest first, from the events in the order in which they happened. No
 * event names its deal: of deals that were open at once nobody knows which one began when. Of those that
 * the first events found open `openNow` tells how many they were.
 */
export function endedDeals(events: readonly DcaBotEvent[], openNow?: number): EndedDeal[] {
  const ordered = inOrder(events)
  const { left, unseen } = dealsAfter(ordered, 0)
  const before = unseen + (openNow === undefined ? 0 : openNow - left)
  // More than these events could end make no difference.
  const most = ordered.length + 1
  return dealsAfter(ordered, Math.min(most, Math.max(0, before))).ended.toReversed()
}

type DealsKnown = {
  /** The oldest first. */
  ended: EndedDeal[]
  /** How many are open after the last event, and how many ended that nobody saw open. */
  left: number
  unseen: number
}

/** What events tell, where so many deals were open before the first of them. */
function dealsAfter(events: readonly DcaBotEvent[], before: number): DealsKnown {
  const ended: EndedDeal[] = []
  let open: Opened[] = Array.from({ length: before }, () => ({ ...UNSEEN }))
  let unseen = 0
  // From the second deal that is open at once until none is.
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
  /** Unknown of one that was open before the first event. */
  safetyOrders: number | undefined
  /** Its base order has expired: it has ended, unless a part had been bought. */
  mayBeGone: boolean
}

const plusOne = (count: number | undefined) => (count === undefined ? undefined : count + 1)

const UNSEEN: Opened = { at: undefined, safetyOrders: undefined, mayBeGone: false }

const inOrder = (events: readonly DcaBotEvent[]): DcaBotEvent[] =>
  events.toSorted((a, b) => thenBy(a.created_at - b.created_at, Number(a.id) - Number(b.id)))

const PLACES = 8

/** Totals of deals; a figure that lacks one of them is unknown. */
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
    /** From opening to end on average, in milliseconds. */
    duration:
      spans.length === 0 || spans.length < deals.length
        ? undefined
        : spans.reduce((all, span) => all + span, 0) / spans.length,
  }
}
