export type Role =
  | 'entry'
  | 'target'
  | 'stop'
  | 'trail'
  | 'toBreakEven'
  | 'add'
  | 'reduce'
  | 'close'
export type Level = { at: number; falls: boolean }
export type Order = {
  number: number
  role: Role
  index: number
  isBuy: boolean
  lots: number
  done: number
  /** Profit of an exit so far. */
  earned: bigint
  limit?: number
  /** The market met its limit when it was placed. */
  takes?: boolean
  trigger?: Level
  /** At the market every second from then on. */
  sentFor?: number
  placedAt: number
}

export const leftOf = ({ lots, done }: Order): number => lots - done

/** Whole lots by their volumes; the last has what rounding leaves over. */
export function sharesOf(lots: number, by: readonly { percent: number }[]): number[] {
  const whole = by.reduce((sum, { percent }) => sum + percent, 0)
  const shares = by.slice(0, -1).map(({ percent }) => Math.floor((lots * percent) / whole))
  return by.length === 0 ? [] : [...shares, lots - shares.reduce((sum, share) => sum + share, 0)]
}

/** The price at which an order acts; none while it is at the market. */
export function restingLevels({ sentFor, trigger, limit, isBuy }: Order): Level[] {
  if (sentFor !== undefined) return []
  if (trigger) return [trigger]
  return limit === undefined ? [] : [{ at: limit, falls: isBuy }]
}

const byNumber = (a: Order, b: Order): number => a.number - b.number

/** The open orders of one trade, and which of them a price meets. */
export function referenceOrders(isLong: boolean, clock: { now: number; price: () => number }) {
  let open: Order[] = []
  let numbers = 0
  const isMet = ({ at, falls }: Level): boolean =>
    falls ? clock.price() <= at : clock.price() >= at

  return {
    all: (): readonly Order[] => open,
    of: (role: Role, index = 0): Order | undefined =>
      open.find((order) => order.role === role && order.index === index),
    /** Lots that the orders of a role have still to fill. */
    left: (role: Role): number =>
      open.filter((order) => order.role === role).reduce((sum, order) => sum + leftOf(order), 0),
    place: (order: Partial<Order> & Pick<Order, 'role'>): Order => {
      const isBuy = order.role === 'entry' || order.role === 'add' ? isLong : !isLong
      const rest = { index: 0, lots: 0, done: 0, earned: 0n, placedAt: clock.now }
      const placed: Order = { ...rest, isBuy, number: numbers++, ...order }
      const { limit, trigger } = placed
      if (limit !== undefined && !trigger) placed.takes = isMet({ at: limit, falls: isBuy })
      open.push(placed)
      return placed
    },
    remove: (order: Order | undefined): void => {
      open = open.filter((one) => one !== order)
    },
    /** Orders at the market now, the oldest first. */
    sent: (): Order[] =>
      open
        .filter(({ sentFor }) => sentFor !== undefined && sentFor <= clock.now)
        .toSorted(byNumber),
    /** Prices reached by a fall, highest first, then those reached by a rise, lowest first. */
    reach(levelsOf: (order: Order) => Level[], act: (order: Order) => void): void {
      const met = open.flatMap((order) =>
        levelsOf(order).flatMap((level) => (isMet(level) ? { order, level } : [])),
      )
      const falling = met.filter(({ level }) => level.falls)
      const rising = met.filter(({ level }) => !level.falls)
      const inTurn = [
        ...falling.toSorted((a, b) => b.level.at - a.level.at || byNumber(a.order, b.order)),
        ...rising.toSorted((a, b) => a.level.at - b.level.at || byNumber(a.order, b.order)),
      ]
      for (const { order } of inTurn) {
        const isThere = open.includes(order) && order.placedAt < clock.now
        if (isThere && levelsOf(order).some(isMet)) act(order)
      }
    },
  }
}
