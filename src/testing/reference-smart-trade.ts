import {
  leftOf,
  type Level,
  type Order,
  referenceOrders,
  restingLevels,
  sharesOf,
} from './reference-orders.ts'
import { referencePosition } from './reference-position.ts'
import type { Plan, Price, StopPlan, TargetPlan } from './smart-trade-plans.ts'

type Target = TargetPlan & { wish: TargetPlan; state: string; lots: number; fixed?: number }
type Stop = StopPlan & { best: number }
type Course = {
  created: number
  priceAt: (second: number) => number
  /** Lots that a second offers to each order. */
  depth: number
}
export type ReferenceTrade = ReturnType<typeof referenceTrade>

/** Five dollars in lots times cents. */
const LEAST = 50_000_000
/** By the index of an order that closes all. */
const CLOSINGS = ['panic_sell_pending', 'stop_loss_in_progress']
const OVER = ['finished', 'stop_loss_finished', 'panic_sold', 'cancelled']

/**
 * A SmartTrade worked out second by second in the plainest way, with the books of `reference-position`. It
 * shares no code with the engine.
 */
export function referenceTrade(plan: Plan, { created, priceAt, depth }: Course) {
  const { side, entry, isBorrowed } = plan
  const isLong = side === 'buy'
  const clock = { now: created, price: () => priceAt(clock.now) }
  const { price } = clock
  const orders = referenceOrders(isLong, clock)
  const { place, remove } = orders
  const sign = isLong ? 1 : -1
  const position = referencePosition(side, entry.kind !== 'skipped')
  /** The results of exits, in the order in which their orders ended. */
  const results: bigint[] = []
  const funds: { change: 'add' | 'reduce'; lots: number; filled: number; state: string }[] = []
  const newTarget = (wish: TargetPlan): Target => ({ ...wish, wish, state: 'idle', lots: 0 })
  let targets = plan.targets.map(newTarget)
  let stop: Stop | undefined = plan.stop && { ...plan.stop, best: 0 }
  let state = 'created'
  let dueAt: number | undefined = created + 1
  let isEntered = false

  /** Distance of a price in the trade's favour. */
  const gain = (one: number, from: number): number => sign * (one - from)
  const isOver = (): boolean => OVER.includes(state)
  const hasEntered = (): boolean => position.entered.lots > 0n
  const turn = (best: number, trailing: number) => (best * (100 - sign * trailing)) / 100
  const isAhead = (target: Target): boolean => !['finished', 'cancelled'].includes(target.state)
  const targetOrder = (target: Target) => orders.of('target', targets.indexOf(target))
  const isFilling = (target: Target): boolean => (targetOrder(target)?.done ?? 0) > 0
  const lotsBeingTaken = (): number =>
    targets.reduce((sum, target) => sum + (isFilling(target) ? leftOf(targetOrder(target)!) : 0), 0)
  const centsOf = (wish: Price, towards: 1 | -1): number =>
    'cents' in wish ? wish.cents : (position.awayFrom(sign * towards * wish.points) ?? 0)
  const targetCents = (target: Target): number => target.fixed ?? centsOf(target.price, 1)
  const stopCents = (): number => (stop ? centsOf(stop.price, -1) : 0)
  /** Price at which the stop acts: its own, or the followed price less its distance. */
  function stopStands(): number {
    if (!stop || !orders.of('trail')) return stopCents()
    const at = turn(stop.best, stop.trailing)
    return isLong ? Math.max(stopCents(), Math.floor(at)) : Math.min(stopCents(), Math.ceil(at))
  }

  /** The exits share what no reduction closes: a target that is being filled has its own rest. */
  function placeExits(): void {
    const ahead = targets.filter(isAhead)
    const exits = position.open - orders.left('reduce')
    const others = ahead.filter((target) => !isFilling(target))
    const taken = lotsBeingTaken()
    const shares = sharesOf(exits - taken, others)
    for (const target of ahead) {
      const order = targetOrder(target)
      if (order && isFilling(target)) {
        const more = others.length === 0 && target === ahead.at(-1) ? exits - taken : 0
        target.lots = order.lots += more
        continue
      }
      target.lots = shares[others.indexOf(target)] ?? 0
      if (target.lots > 0) placeTarget(target)
      else if (isEntered) {
        remove(order)
        target.state = 'cancelled'
      }
    }
    placeStop()
  }

  function placeTarget(target: Target): void {
    const at = targetCents(target)
    const trigger = target.isMarket ? { trigger: { at, falls: !isLong } } : { limit: at }
    const order = targetOrder(target)
    target.state = target.isMarket ? 'to_process' : 'order_placed'
    if (!order)
      place({ role: 'target', index: targets.indexOf(target), lots: target.lots, ...trigger })
    else Object.assign(order, { lots: target.lots, ...(order.sentFor === undefined && trigger) })
  }

  const stopLevel = (): Level => ({ at: stopCents(), falls: isLong })
  const recovery = (): Level => ({ at: stopCents() + sign, falls: !isLong })
  const isDelayed = (order: Order): boolean => order.trigger?.falls !== isLong

  function placeStop(): void {
    if (!stop) return
    const order = orders.of('stop')
    if (order) return void (order.trigger = isDelayed(order) ? recovery() : stopLevel())
    place({ role: 'stop', trigger: stopLevel() })
    stop.best = price()
    if (stop.trailing > 0) place({ role: 'trail' })
  }

  /** A close or cancellation that is due stays due. */
  function endDelay(order?: Order): void {
    const isOpen = state === 'waiting_position' || state === 'waiting_targets'
    if (order && isDelayed(order) && isOpen) dueAt = undefined
  }

  function armStop(order: Order): void {
    endDelay(order)
    order.trigger = stopLevel()
  }

  /** The state and the price of a stop that breaks even. */
  function breakEven(): { state: 'waiting' | 'moved'; price: number } | undefined {
    const isSet = targets.some((target) => target.state === 'finished')
    if (!stop?.breakeven || !isSet || !orders.of('stop') || position.open === 0) return undefined
    const at = position.breakEven()
    return { state: gain(stopStands(), at) < 0 ? 'waiting' : 'moved', price: at }
  }

  function moveToBreakEven(): void {
    const order = orders.of('stop')
    const move = breakEven()
    const watch = orders.of('toBreakEven')
    if (!stop || !order || move?.state !== 'waiting') return remove(watch)
    const next = move.price + sign
    if (gain(price(), next) >= 0) {
      stop.price = { cents: move.price }
      armStop(order)
      return remove(watch)
    }
    const trigger = { at: next, falls: !isLong }
    if (watch) watch.trigger = trigger
    else place({ role: 'toBreakEven', trigger })
  }

  /** An active exit keeps its price while the average moves. */
  function takeIn(lots: number, cents: number, isEntry: boolean): void {
    for (const target of targets) {
      const order = targetOrder(target)
      const hasBegun = !isAhead(target) || isFilling(target) || order?.sentFor !== undefined
      if (hasBegun) target.fixed = targetCents(target)
    }
    position.takeIn(lots, cents, isEntry)
  }

  const hasExits = (): boolean => targets.length > 0 || stop !== undefined || isBorrowed

  function completeEntry(): void {
    isEntered = true
    if (state === 'panic_sell_pending') return
    if (!hasExits()) return end('finished')
    state = 'waiting_targets'
    placeExits()
  }

  /** Once something is closed nothing more is entered. */
  function endEntry(): void {
    if (isEntered || !hasEntered()) return
    remove(orders.of('entry'))
    isEntered = true
    if (state === 'waiting_position') state = 'waiting_targets'
  }

  function fill(order: Order, cents: number): void {
    const lots = Math.min(depth, leftOf(order))
    order.done += lots
    const isWhole = leftOf(order) === 0
    if (isWhole) remove(order)
    const { role, index } = order
    if (role === 'entry') {
      takeIn(lots, cents, true)
      if (isWhole) completeEntry()
      else if (hasExits()) placeExits()
    } else if (role === 'add') {
      takeIn(lots, cents, false)
      fundsFilled(order, lots, isWhole)
      placeExits()
    } else {
      endEntry()
      order.earned += position.close(lots, cents)
      if (role === 'reduce') fundsFilled(order, lots, isWhole)
      if (isWhole) endExit(order, targets[index])
    }
    moveToBreakEven()
  }

  function fundsFilled({ index }: Order, lots: number, isWhole: boolean): void {
    const one = funds[index]!
    one.filled += lots
    if (isWhole) one.state = 'finished'
  }

  function endExit({ role, index, earned }: Order, target: Target | undefined): void {
    results.push(earned)
    if (role === 'close') return end(index === 0 ? 'panic_sold' : 'stop_loss_finished')
    if (role === 'target' && target) target.state = 'finished'
    if (position.open === 0) return end('finished')
    if (role === 'target' && !stop && !targets.some(isAhead)) {
      for (const order of orders.all().filter((one) => one.role === 'add')) cancel(order)
    }
  }

  function cancel(order: Order): void {
    remove(order)
    const { role, done, earned, index } = order
    if (role === 'add' || role === 'reduce') funds[index]!.state = 'cancelled'
    if (done > 0 && role !== 'entry' && role !== 'add') results.push(earned)
  }

  function cancelAll(): void {
    if (stop && stopStands() !== stopCents()) stop.price = { cents: stopStands() }
    for (const order of orders.all()) cancel(order)
  }

  function end(how: string): void {
    cancelAll()
    state = how
    dueAt = undefined
    for (const target of targets) if (target.state !== 'finished') target.state = 'cancelled'
  }

  function closeNow(how: 'panic_sell_pending' | 'stop_loss_in_progress'): void {
    endEntry()
    cancelAll()
    state = how
    const index = CLOSINGS.indexOf(how)
    fill(place({ role: 'close', index, lots: position.open, sentFor: clock.now + 1 }), price())
  }

  function onDue(): void {
    if (dueAt === undefined || dueAt > clock.now || isOver()) return
    dueAt = undefined
    const order = orders.of('stop')
    if (state === 'created') {
      state = 'waiting_position'
      if (entry.kind === 'skipped') {
        takeIn(plan.lots, priceAt(created), true)
        completeEntry()
      }
    } else if (state === 'cancellation_pending') end('cancelled')
    else if (state === 'panic_sell_pending') closeNow('panic_sell_pending')
    else if (order && isDelayed(order)) {
      if (gain(price(), stopCents()) <= 0) closeNow('stop_loss_in_progress')
      else armStop(order)
    }
  }

  /** The prices at which an order acts; none for one that is at the market. */
  function levelsOf(order: Order): Level[] {
    if (order.role !== 'trail' || !stop) return restingLevels(order)
    return [
      { at: turn(stop.best, stop.trailing), falls: isLong },
      { at: stop.best + sign, falls: !isLong },
    ]
  }

  function act(order: Order): void {
    const { role, limit, takes } = order
    const best = order.isBuy ? Math.min : Math.max
    if (role === 'trail' && stop) {
      if (gain(price(), stop.best) > 0) stop.best = price()
      else closeNow('stop_loss_in_progress')
    } else if (role === 'toBreakEven') {
      remove(order)
      moveToBreakEven()
    } else if (role === 'stop') {
      if (isDelayed(order)) return armStop(order)
      if (!stop?.timeout) return closeNow('stop_loss_in_progress')
      order.trigger = recovery()
      dueAt = clock.now + stop.timeout
    } else if (limit !== undefined) {
      fill(order, takes ? best(limit, price()) : limit)
    } else {
      order.sentFor = clock.now + 1
      delete order.trigger
      fill(order, price())
    }
  }

  if (entry.kind !== 'skipped') {
    const trigger = { at: entry.price, falls: entry.price < priceAt(created) }
    place({
      role: 'entry',
      lots: plan.lots,
      ...(entry.kind === 'market' && { sentFor: created + 1 }),
      ...(entry.kind === 'limit' && { limit: entry.price }),
      ...(entry.kind === 'trigger' && { trigger }),
    })
  }

  return {
    plan,
    position,
    results,
    funds,
    get targets() {
      return targets.map((target) => ({
        ...target,
        cents: targetCents(target),
        isFixed: !isAhead(target),
        isFilling: isFilling(target),
      }))
    },
    get stop() {
      return stop && { ...stop, stands: stopStands(), isWatching: orders.of('stop') !== undefined }
    },
    breakEven,
    get state() {
      return state
    },
    isOver,
    /** Targets and stop can be changed: units are held and nothing ends the trade yet. */
    isOpen: (): boolean =>
      hasEntered() && (state === 'waiting_targets' || state === 'waiting_position'),
    step(second: number): void {
      clock.now = second
      if (isOver()) return
      for (const order of orders.sent()) {
        if (state === 'cancellation_pending' || !orders.all().includes(order)) continue
        fill(order, price())
      }
      onDue()
      if (!isOver()) orders.reach(levelsOf, act)
    },
    /** False if it has to be refused. */
    ask(what: 'cancellation_pending' | 'panic_sell_pending'): boolean {
      const isAsked = state === 'cancellation_pending' || state === 'panic_sell_pending'
      if (isOver() || isAsked) return false
      if (what === 'panic_sell_pending' && position.open === 0) return false
      if (what === 'cancellation_pending' && isBorrowed && hasEntered()) return false
      state = what
      dueAt = clock.now + 1
      return true
    },
    /** Adds or takes out lots at the market, or at a limit. False if it has to be refused. */
    fund(change: 'add' | 'reduce', lots: number, limit: number | undefined): boolean {
      const at = limit ?? price()
      if (state !== 'waiting_targets' || lots * at < LEAST) return false
      if (change === 'add') {
        if (isBorrowed || !(stop || targets.some(isAhead))) return false
      } else {
        const exits = position.open - orders.left('reduce')
        const left = exits - lots
        if ((exits - 1) * price() < LEAST || left <= 0 || left * price() < LEAST) return false
        if (lots > exits - lotsBeingTaken()) return false
      }
      const where = limit === undefined ? { sentFor: clock.now + 1 } : { limit }
      place({ role: change, index: funds.length, lots, ...where })
      funds.push({ change, lots, filled: 0, state: limit ? 'order_placed' : 'to_process' })
      if (change === 'reduce') placeExits()
      return true
    },
    /** Cancels an order that adds or reduces. False if it has to be refused. */
    cancelFunds(index: number): boolean {
      const order = orders.of('add', index) ?? orders.of('reduce', index)
      if (order) cancel(order)
      if (order?.role === 'reduce') placeExits()
      return order !== undefined
    },
    /** Replaces targets or stop. What is repeated keeps its order. */
    change(wish: { targets?: TargetPlan[]; stop?: StopPlan }): void {
      const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)
      const before = targets
      targets = (wish.targets ?? targets.map((target) => target.wish)).map((target, index) => {
        const old = before[index]
        return old && (!isAhead(old) || same(old.wish, target)) ? old : newTarget(target)
      })
      const isGone = ({ role, index }: Order): boolean =>
        role === 'target' && targets[index] !== before[index]
      for (const order of orders.all().filter(isGone)) cancel(order)
      const isStopped = stop && same({ ...stop, best: 0 }, { ...(wish.stop ?? stop), best: 0 })
      if (wish.stop && !isStopped) {
        endDelay(orders.of('stop'))
        for (const role of ['stop', 'trail', 'toBreakEven'] as const) remove(orders.of(role))
        stop = { ...wish.stop, best: 0 }
      } else if (same(targets, before)) return
      placeExits()
      moveToBreakEven()
    },
  }
}
