/** What a trade is set up with. Prices are whole cents, units whole lots. */
export type Plan = {
  side: 'buy' | 'sell'
  /** The price counts for an entry that waits. */
  entry: { kind: 'market' | 'skipped' | 'limit' | 'trigger'; price: number }
  lots: number
  targets: { price: number; percent: number; isMarket: boolean }[]
  stop: { price: number; timeout: number; trailing: number; breakeven: boolean } | undefined
}

type Flow = { lots: number; total: number }
type Outcome = 'stop_loss_finished' | 'panic_sold'
/** What the price of a second may reach, and what comes of it. */
type Level = { at: number; falls: boolean; act: () => unknown }
export type ReferenceTrade = ReturnType<typeof referenceTrade>

type Course = {
  created: number
  priceAt: (second: number) => number
  /** Lots that a second offers to each order. */
  depth: number
}

/**
 * A SmartTrade worked out second by second in the plainest way: it checks every price and at everything
 * it has, and shares no code with the engine. Totals are in lots times cents.
 */
export function referenceTrade(plan: Plan, { created, priceAt, depth }: Course) {
  const { side, entry, stop } = plan
  const sign = side === 'buy' ? 1 : -1
  const entered: Flow = { lots: 0, total: 0 }
  const closed: Flow = { lots: 0, total: 0 }
  const targets = plan.targets.map((target) => ({
    ...target,
    done: 0,
    isDone: false,
    wasPassed: false,
    /** Sent to the market, where it goes on every second. */
    isSent: false,
  }))
  let state = 'created'
  let asked: string | undefined
  let stopPrice = stop?.price ?? 0
  /** A stop that moves is checked from the next second on. */
  let nextStopPrice = stopPrice
  let best = 0
  let waitsUntil: number | undefined
  let waitsToBreakEven = false
  /** The entry is a market order that goes on every second. */
  let isEntrySent = entry.kind === 'market'
  let isEntered = false
  /** When targets and stop were placed: they are checked from the next second on. */
  let protectedAt: number | undefined
  let closing: Outcome | undefined

  /** How far a price is in the trade's favour. */
  const gain = (price: number, from: number): number => sign * (price - from)
  const better = (a: number, b: number, isBuy: boolean): number =>
    isBuy ? Math.min(a, b) : Math.max(a, b)

  const isOver = (): boolean =>
    ['finished', 'stop_loss_finished', 'panic_sold', 'cancelled'].includes(state)
  const isOpen = (): boolean => entered.lots > closed.lots && !isOver()
  const hasExits = targets.length > 0 || stop !== undefined

  function close(lots: number, price: number): void {
    closed.lots += lots
    closed.total += lots * price
  }

  /** At the market, as far as this second goes. */
  function closeSome(price: number): void {
    if (closing === undefined) return
    close(Math.min(depth, entered.lots - closed.lots), price)
    if (closed.lots === entered.lots) state = closing
  }

  function closeRest(price: number, outcome: Outcome): void {
    isEntered = true
    waitsUntil = undefined
    closing = outcome
    state = outcome === 'panic_sold' ? 'panic_sell_pending' : 'stop_loss_in_progress'
    closeSome(price)
  }

  /** What is filled is protected from the next second on. */
  function enter(price: number, second: number, most = depth): void {
    const lots = Math.min(most, plan.lots - entered.lots)
    entered.lots += lots
    entered.total += lots * price
    if (protectedAt === undefined && hasExits) {
      protectedAt = second
      best = priceAt(second)
      for (const target of targets) target.wasPassed = gain(best, target.price) >= 0
    }
    if (entered.lots < plan.lots) return
    isEntered = true
    // What has been asked for is done this very second.
    if (asked === undefined) state = hasExits ? 'waiting_targets' : 'finished'
  }

  /** Whole lots of what has been entered; the last target takes what is left over. */
  function shareOf(index: number): number {
    const share = ({ percent }: Plan['targets'][number]): number =>
      Math.floor((entered.lots * percent) / 100)
    if (index < targets.length - 1) return share(targets[index]!)
    return targets.slice(0, -1).reduce((left, target) => left - share(target), entered.lots)
  }

  function sell(index: number, price: number): void {
    const target = targets[index]!
    isEntered = true
    if (state === 'waiting_position') state = 'waiting_targets'
    const lots = Math.min(depth, shareOf(index) - target.done)
    target.done += lots
    close(lots, price)
    if (target.done < shareOf(index)) {
      target.isSent = target.isMarket
      return
    }
    target.isDone = true
    if (closed.lots === entered.lots) state = 'finished'
    else if (stop?.breakeven) {
      waitsToBreakEven = true
      lookAtBreakEven(price)
    }
  }

  /** What was sent to the market goes on, the oldest order first. */
  function goOn(second: number): void {
    const price = priceAt(second)
    if (closing !== undefined) {
      closeSome(price)
      return
    }
    if (isEntrySent && !isEntered) enter(price, second)
    targets.forEach((target, index) => {
      if (target.isSent && !target.isDone && !isOver()) sell(index, price)
    })
  }

  /** Where the entry waits for a price. */
  function entryLevels(second: number): Level[] {
    if (isEntered || isEntrySent || entry.kind === 'skipped') return []
    const [price, first] = [priceAt(second), priceAt(created)]
    if (entry.kind === 'trigger') {
      const act = (): void => {
        if (isEntered) return
        isEntrySent = true
        enter(price, second)
      }
      return [{ at: entry.price, falls: entry.price < first, act }]
    }
    const metAtOnce = gain(entry.price, first) >= 0
    const own = metAtOnce ? better(entry.price, price, side === 'buy') : entry.price
    return [{ at: entry.price, falls: sign > 0, act: () => isEntered || enter(own, second) }]
  }

  function targetLevels(price: number): Level[] {
    return targets.flatMap((target, index) => {
      if (target.isDone || target.isSent) return []
      const own = target.wasPassed ? better(target.price, price, side === 'sell') : target.price
      const act = (): void => sell(index, target.isMarket ? price : own)
      return [{ at: target.price, falls: sign < 0, act }]
    })
  }

  function stopLevels(second: number): Level[] {
    if (!stop) return []
    const price = priceAt(second)
    const levels: Level[] = []
    if (waitsUntil !== undefined) {
      // The price has recovered: the delay counts anew.
      const act = (): void => void (waitsUntil = undefined)
      levels.push({ at: stopPrice + sign, falls: sign < 0, act })
    } else {
      const act = (): void => {
        if (stop.timeout > 0) waitsUntil = second + stop.timeout
        else closeRest(price, 'stop_loss_finished')
      }
      levels.push({ at: stopPrice, falls: sign > 0, act })
    }
    if (stop.trailing > 0) {
      const turn = (best * (100 - sign * stop.trailing)) / 100
      levels.push(
        { at: turn, falls: sign > 0, act: () => closeRest(price, 'stop_loss_finished') },
        { at: best + sign, falls: sign < 0, act: () => void (best = price) },
      )
    }
    return levels
  }

  /** What the price falls to from the highest down, then what it rises to from the lowest up. */
  function check(second: number): void {
    const price = priceAt(second)
    const levels = entryLevels(second)
    if (protectedAt !== undefined && protectedAt < second) {
      levels.push(...targetLevels(price), ...stopLevels(second))
    }
    const reached = levels.filter(({ at, falls }) => (falls ? price <= at : price >= at))
    const inTurn = [
      ...reached.filter(({ falls }) => falls).toSorted((a, b) => b.at - a.at),
      ...reached.filter(({ falls }) => !falls).toSorted((a, b) => a.at - b.at),
    ]
    for (const { act } of inTurn) {
      if (isOver() || closing !== undefined) return
      act()
    }
    if (waitsToBreakEven && !isOver() && closing === undefined) lookAtBreakEven(price)
  }

  function lookAtTimeout(second: number): void {
    if (waitsUntil !== second) return
    waitsUntil = undefined
    if (gain(priceAt(second), stopPrice) <= 0) closeRest(priceAt(second), 'stop_loss_finished')
  }

  /** The stop stays where it is as long as it would close at once. */
  function lookAtBreakEven(price: number): void {
    if (gain(price, breakEven()) <= 0) return
    nextStopPrice = breakEven()
    waitsToBreakEven = false
    waitsUntil = undefined
  }

  /** Both fees of a tenth of a percent are paid, to the cent that loses nothing. */
  function breakEven(): number {
    const average = entered.total / entered.lots
    const entryFee = entry.kind === 'skipped' ? 0 : 1
    return sign > 0
      ? Math.ceil((average * (1_000 + entryFee)) / 999 - 1e-9)
      : Math.floor((average * (1_000 - entryFee)) / 1_001 + 1e-9)
  }

  function obey(what: string, second: number): void {
    asked = undefined
    if (what === 'cancellation_pending') state = 'cancelled'
    else closeRest(priceAt(second), 'panic_sold')
  }

  return {
    plan,
    entered,
    closed,
    get state() {
      return asked ?? state
    },
    /** False where it has to be refused. */
    ask(what: 'cancellation_pending' | 'panic_sell_pending'): boolean {
      if (isOver() || asked !== undefined || closing === 'panic_sold') return false
      if (what === 'panic_sell_pending' && !isOpen()) return false
      asked = what
      return true
    },
    step(second: number): void {
      if (isOver()) return
      stopPrice = nextStopPrice
      if (asked !== 'cancellation_pending') goOn(second)
      if (isOver()) {
        asked = undefined
        return
      }
      if (asked !== undefined) return obey(asked, second)
      if (state === 'created') state = 'waiting_position'
      if (entry.kind === 'skipped' && !isEntered) enter(priceAt(created), second, plan.lots)
      lookAtTimeout(second)
      if (!isOver() && closing === undefined) check(second)
    },
    /** What it has moved of the quote currency, in thousandths of a lot times a cent, fees included. */
    money(): number {
      const entryFee = entry.kind === 'skipped' ? 0 : entered.total
      const paid = entry.kind === 'skipped' ? 0 : entered.total * 1_000
      return sign * (closed.total * 1_000 - paid) - entryFee - closed.total
    },
    /** What it has moved of the base currency, in lots. */
    coins(): number {
      return sign * ((entry.kind === 'skipped' ? 0 : entered.lots) - closed.lots)
    },
  }
}
