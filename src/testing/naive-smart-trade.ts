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
export type NaiveTrade = ReturnType<typeof naiveTrade>

/**
 * A SmartTrade told second by second in the plainest way: it looks at every price and at everything
 * it has, and shares no code with the engine. Totals are in lots times cents.
 */
export function naiveTrade(plan: Plan, created: number, priceAt: (second: number) => number) {
  const { side, entry, stop } = plan
  const sign = side === 'buy' ? 1 : -1
  const entered: Flow = { lots: 0, total: 0 }
  const closed: Flow = { lots: 0, total: 0 }
  const targets = plan.targets.map((target) => ({ ...target, isDone: false, wasPassed: false }))
  let state = 'created'
  let asked: string | undefined
  let stopPrice = stop?.price ?? 0
  /** A stop that moves is looked at from the next second on. */
  let nextStopPrice = stopPrice
  let best = 0
  let waitsUntil: number | undefined
  let waitsToBreakEven = false

  /** How far a price is in the trade's favour. */
  const gain = (price: number, from: number): number => sign * (price - from)
  const better = (a: number, b: number, isBuy: boolean): number =>
    isBuy ? Math.min(a, b) : Math.max(a, b)

  const isOver = (): boolean =>
    ['finished', 'stop_loss_finished', 'panic_sold', 'cancelled'].includes(state)
  const isOpen = (): boolean => entered.lots > 0 && !isOver()

  function close(lots: number, price: number): void {
    closed.lots += lots
    closed.total += lots * price
  }

  function closeRest(price: number, outcome: string): void {
    close(entered.lots - closed.lots, price)
    state = outcome
  }

  function enter(price: number, second: number): void {
    entered.lots = plan.lots
    entered.total = plan.lots * price
    best = priceAt(second)
    for (const target of targets) target.wasPassed = gain(best, target.price) >= 0
    state = targets.length === 0 && !stop ? 'finished' : 'waiting_targets'
  }

  function lookForEntry(second: number): void {
    const price = priceAt(second)
    const first = priceAt(created)
    state = 'waiting_position'
    if (entry.kind === 'skipped') enter(first, second)
    else if (entry.kind === 'market') enter(price, second)
    else if (entry.kind === 'trigger') {
      const isUp = entry.price >= first
      if (isUp ? price >= entry.price : price <= entry.price) enter(price, second)
    } else if (gain(entry.price, price) >= 0) {
      const metAtOnce = gain(entry.price, first) >= 0
      enter(metAtOnce ? better(entry.price, price, side === 'buy') : entry.price, second)
    }
  }

  function lookAtStop(second: number): void {
    if (!stop) return
    const price = priceAt(second)
    if (stop.trailing > 0) {
      const turned = best * (100 - sign * stop.trailing)
      if (gain(price, best) > 0) best = price
      else if (gain(price * 100, turned) <= 0) closeRest(price, 'stop_loss_finished')
    }
    if (isOver() || waitsUntil !== undefined || gain(price, stopPrice) > 0) return
    if (stop.timeout > 0) waitsUntil = second + stop.timeout
    else closeRest(price, 'stop_loss_finished')
  }

  function lookAtTimeout(second: number): void {
    if (waitsUntil !== second) return
    waitsUntil = undefined
    if (gain(priceAt(second), stopPrice) <= 0) closeRest(priceAt(second), 'stop_loss_finished')
  }

  function lookAtTargets(second: number): void {
    const price = priceAt(second)
    for (const target of targets) {
      if (isOver() || target.isDone || gain(price, target.price) < 0) continue
      const own = target.wasPassed ? better(target.price, price, side === 'sell') : target.price
      close((plan.lots * target.percent) / 100, target.isMarket ? price : own)
      target.isDone = true
      if (closed.lots === entered.lots) state = 'finished'
      else if (stop?.breakeven) waitsToBreakEven = true
    }
    if (waitsToBreakEven && !isOver()) lookAtBreakEven(price)
  }

  /** The stop stays where it is as long as it would close at once. */
  function lookAtBreakEven(price: number): void {
    if (gain(price, breakEven()) <= 0) return
    nextStopPrice = breakEven()
    waitsToBreakEven = false
  }

  /** Both fees of a tenth of a percent are paid, to the cent that loses nothing. */
  function breakEven(): number {
    const average = entered.total / entered.lots
    const entryFee = entry.kind === 'skipped' ? 0 : 1
    return sign > 0
      ? Math.ceil((average * (1_000 + entryFee)) / 999 - 1e-9)
      : Math.floor((average * (1_000 - entryFee)) / 1_001 + 1e-9)
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
      if (isOver() || asked !== undefined) return false
      if (what === 'panic_sell_pending' && !isOpen()) return false
      asked = what
      return true
    },
    step(second: number): void {
      if (isOver()) return
      stopPrice = nextStopPrice
      if (asked !== undefined) {
        if (asked === 'cancellation_pending') state = 'cancelled'
        else closeRest(priceAt(second), 'panic_sold')
        asked = undefined
      } else if (entered.lots === 0) {
        lookForEntry(second)
      } else {
        lookAtTimeout(second)
        // What waits below the price is looked at before what waits above it.
        const looks = [lookAtStop, lookAtTargets]
        for (const look of sign > 0 ? looks : looks.toReversed()) if (!isOver()) look(second)
      }
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
