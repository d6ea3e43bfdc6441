import { CANDLE_SECONDS, type ReferenceIndicator, referenceSays } from './reference-indicators.ts'
import { actInTurn, type Reached } from './reference-turns.ts'

/**
 * A DCA bot that obeys alerts or begins by itself, written down as slowly and plainly as can be:
 * second by second, every order checked. It shares no code with the engine and knows no ledger, only
 * the account's money.
 */
export function referenceDca(settings: ReferenceDcaSettings, money: bigint) {
  const { isLong } = settings
  const me = {
    running: false,
    disabled: false,
    deals: [] as Deal[],
    opened: 0,
    profit: 0n,
    money,
    price: 0n,
    second: 0,
    coolsUntil: 0,
    /** When it checks whether to open a deal. */
    due: null as number | null,
  }
  /** The price of each second, the first of which holds for all before. */
  const prices: number[] = []
  const priceAt = (second: number): number => prices[second < 0 ? 0 : second] ?? 0
  let numbers = 0
  const order = (price: bigint, units: bigint, hold: bigint): Order => ({
    number: ++numbers,
    second: me.second,
    price,
    units,
    hold,
  })
  const free = (): bigint =>
    me.deals
      .flatMap(({ pending, entries, target }) => [pending, ...entries, target])
      .reduce((left, one) => left - (one?.hold ?? 0n), me.money)

  function open(): boolean {
    const units = (settings.base * UNIT) / (me.price * 1_000n)
    if (worth(me.price, units) < 5n * UNIT || cost(me.price, units) > free()) return false
    const pending = order(me.price, units, cost(me.price, units))
    const empty = {
      entries: [],
      target: null,
      stop: null,
      ruin: null,
      units: 0n,
      total: 0n,
      fees: 0n,
      interest: 0n,
    }
    me.deals.push({ ...empty, pending, until: me.second + QUARTER })
    me.opened += 1
    return true
  }

  function openOnRequest(): void {
    const isLate = me.second < me.coolsUntil || me.deals.length >= settings.most
    if (me.running && !isLate) open()
  }

  function checkAgain(seconds: number): void {
    if (!me.running) return
    const soonest = me.second + (seconds > 1 ? seconds : 1)
    me.due = soonest > me.coolsUntil ? soonest : me.coolsUntil
  }

  function check(): void {
    for (const deal of me.deals) {
      if (!settings.isLimit || !deal.pending || deal.until > me.second) continue
      me.deals = me.deals.filter((other) => other !== deal)
      checkAgain(0)
    }
    if (me.due === null || me.due > me.second || !me.running) return
    me.due = null
    const { starts } = settings
    if (starts === 'alert' || me.deals.length >= settings.most) return
    if (starts === 'asap')
      return checkAgain(open() && settings.pause > HOUR ? settings.pause : HOUR)
    const candle = CANDLE_SECONDS[starts]
    const opens = referenceSays(starts, me.second, isLong, priceAt) && open()
    const earliest = me.second + (opens ? settings.pause : 0)
    checkAgain(earliest - (earliest % candle) + candle - me.second)
  }

  const ruinOf = (deal: Deal): bigint =>
    ((2n * deal.total - deal.fees - deal.interest) * 100n) / (101n * deal.units * 1_000n)

  /** Every four hours on coins that were sold and not bought back, on futures every eight. */
  function charge(): void {
    for (const deal of me.deals) {
      if (deal.units === 0n) continue
      const value = worth(me.price, deal.units)
      if (!settings.isFutures) deal.interest += isLong ? 0n : interestOn(value)
      else if (me.second % (8 * HOUR) === 0) {
        const before = [1, 2, 3, 4, 5, 6, 7, 8].map((ago) =>
          BigInt(priceAt(me.second - ago * HOUR)),
        )
        deal.interest += fundingOn(value, me.price, before, isLong)
      }
      if (deal.ruin) deal.ruin.price = ruinOf(deal)
    }
  }

  function enter(deal: Deal, price: bigint, units: bigint, isBase: boolean): void {
    me.money += isLong ? -cost(price, units) : worth(price, units) - fee(price, units)
    deal.units += units
    deal.total += worth(price, units)
    deal.fees += fee(price, units)
    const sign = isLong ? 1n : -1n
    const wanted = settings.ofBase
      ? [deal.total * 100n + sign * settings.base * UNIT * settings.profit, 100n]
      : [deal.total * (100n + sign * settings.profit), 100n]
    const exact = nearest(wanted[0] ?? 0n, (wanted[1] ?? 1n) * deal.units * 1_000n)
    const at = exact > 0n ? exact : 1n
    deal.target = null
    // Proceeds of a short, and the same amount as its margin.
    const kept = 2n * deal.total - deal.fees
    const money = kept < free() ? kept : free()
    deal.target = { ...order(at, deal.units, isLong ? 0n : money), extreme: null }
    if (!isLong) deal.ruin = { ...(deal.ruin ?? order(0n, 0n, 0n)), price: ruinOf(deal) }
    if (isBase) plan(deal, price)
  }

  function plan(deal: Deal, start: bigint): void {
    let away = 0n
    let step = settings.deviation
    let size = settings.safety
    for (let index = 0; index < settings.orders; index++) {
      away += step
      const at = nearest(start * (isLong ? 100n - away : 100n + away), 100n)
      if (away >= 100n && isLong) break
      const units = (size * UNIT) / (at * 1_000n)
      if (worth(at, units) < 5n * UNIT || cost(at, units) > free()) break
      deal.entries.push(order(at, units, cost(at, units)))
      step *= settings.stepScale
      size *= settings.volumeScale
    }
    if (settings.stop > 0n) {
      const far = start * (isLong ? 100n - settings.stop : 100n + settings.stop)
      deal.stop = order(isLong ? far / 100n : (far + 99n) / 100n, 0n, 0n)
    }
  }

  function end(deal: Deal): void {
    me.deals = me.deals.filter((other) => other !== deal)
    me.coolsUntil = me.second + settings.pause
    checkAgain(settings.pause)
  }

  function pay(deal: Deal): void {
    const paid = deal.interest < free() ? deal.interest : free()
    me.money -= paid
    me.profit -= paid
    deal.interest = 0n
  }

  /** At a price, from what is free once the orders of the deal are gone; nobody loses more. */
  function close(deal: Deal, price: bigint, isStop: boolean): void {
    me.deals = me.deals.filter((other) => other !== deal)
    if (deal.interest < 0n) pay(deal)
    const lacking = isLong ? 0n : cost(price, deal.units) - free()
    const insured = lacking > 0n ? lacking : 0n
    const taken = fee(price, deal.units)
    me.money += insured
    me.money += isLong ? worth(price, deal.units) - taken : -cost(price, deal.units)
    const gross = worth(price, deal.units) - deal.total
    me.profit += (isLong ? gross : -gross) - deal.fees - taken + insured
    pay(deal)
    end(deal)
    if (isStop && settings.disables && me.running) {
      me.running = false
      me.disabled = true
      me.due = null
    }
  }

  function signal(isEntry: boolean): void {
    if (isEntry) openOnRequest()
    else closeAll()
  }

  function stop(closes: boolean): void {
    if (!me.running && !(closes && me.deals.length > 0)) return
    me.running = false
    me.disabled = false
    me.due = null
    if (closes) closeAll()
  }

  function closeAll(): void {
    for (const deal of me.deals) {
      if (deal.units === 0n) end(deal)
      else close(deal, me.price, false)
    }
  }

  function second(): void {
    me.second += 1
    prices[me.second] = Number(me.price)
    check()
    if (me.second % (4 * HOUR) === 0) charge()
    for (const deal of [...me.deals].sort(
      (a, b) => (a.pending?.number ?? 0) - (b.pending?.number ?? 0),
    )) {
      const { pending } = deal
      if (!pending || settings.isLimit || pending.second >= me.second) continue
      if (isLong && cost(me.price, pending.units) > free() + pending.hold) {
        end(deal)
        checkAgain(settings.pause > HOUR ? settings.pause : HOUR)
        continue
      }
      deal.pending = null
      enter(deal, me.price, pending.units, true)
    }
    const reached: Reached[] = []
    const reach = (one: Order, price: bigint, falls: boolean, act: () => void): void => {
      if (one.second >= me.second || (falls ? me.price > price : me.price < price)) return
      reached.push({ price, number: one.number, falls, act })
    }
    for (const deal of me.deals) {
      const isOpen = () => me.deals.includes(deal)
      const { pending } = deal
      if (pending && settings.isLimit) {
        reach(pending, pending.price, isLong, () => {
          if (!isOpen() || deal.pending !== pending) return
          deal.pending = null
          // The market met it when it was placed: it gets the price of now where that is better.
          enter(deal, me.price, pending.units, true)
        })
      }
      for (const entry of deal.entries) {
        reach(entry, entry.price, isLong, () => {
          if (!isOpen() || !deal.entries.includes(entry)) return
          deal.entries = deal.entries.filter((other) => other !== entry)
          enter(deal, entry.price, entry.units, false)
        })
      }
      if (deal.stop)
        reach(deal.stop, deal.stop.price, isLong, () => isOpen() && close(deal, me.price, true))
      if (deal.ruin)
        reach(deal.ruin, deal.ruin.price, false, () => isOpen() && close(deal, me.price, true))
      const { target } = deal
      if (!target) continue
      const isThere = () => isOpen() && deal.target === target
      if (settings.trail === 0n) {
        reach(target, target.price, !isLong, () => isThere() && close(deal, target.price, false))
      } else if (target.extreme === null) {
        reach(target, target.price, !isLong, () => isThere() && (target.extreme = me.price))
      } else {
        const far = target.extreme * (isLong ? 100n - settings.trail : 100n + settings.trail)
        const turn = isLong ? far / 100n : (far + 99n) / 100n
        const best = target.extreme
        reach(target, turn, isLong, () => isThere() && close(deal, me.price, false))
        reach(
          target,
          isLong ? best + 1n : best - 1n,
          !isLong,
          () => isThere() && (target.extreme = me.price),
        )
      }
    }
    actInTurn(reached)
  }

  return {
    me,
    free,
    signal,
    stop,
    second,
    start(): void {
      if (me.running) return
      me.running = true
      me.disabled = false
      checkAgain(0)
    },
    setPrice(price: bigint): void {
      me.price = price
      prices[me.second] ??= Number(price)
    },
    entries: () => me.deals.flatMap(({ entries }) => entries),
  }
}

/** Prices in cents, units in lots of 0.00001, money in parts of 10⁻¹⁰: every product is exact. */
export type ReferenceDcaSettings = {
  isLong: boolean
  isFutures: boolean
  base: bigint
  safety: bigint
  stepScale: bigint
  volumeScale: bigint
  deviation: bigint
  orders: number
  most: number
  pause: number
  profit: bigint
  ofBase: boolean
  trail: bigint
  stop: bigint
  disables: boolean
  /** Begins with a limit order at the price of then. */
  isLimit: boolean
  /** Opens deals on request, as soon as it can, or on a signal of an indicator. */
  starts: 'alert' | 'asap' | ReferenceIndicator
}

type Order = { number: number; second: number; price: bigint; units: bigint; hold: bigint }
type Deal = {
  pending: Order | null
  /** When a limit base order is taken back. */
  until: number
  entries: Order[]
  target: (Order & { extreme: bigint | null }) | null
  stop: Order | null
  /** Liquidation price of a short. */
  ruin: Order | null
  units: bigint
  total: bigint
  fees: bigint
  /** Owed on the coins that a short has sold, or as funding; negative is to be received. */
  interest: bigint
}

const UNIT = 10n ** 10n
const HOUR = 3_600
const QUARTER = 900
/** Interest for four hours: four hundred-thousandths, rounded up to eight places. */
const interestOn = (borrowed: bigint): bigint => ((borrowed * 4n + 9_999_999n) / 10_000_000n) * 100n
/**
 * Of eight hours: a twentieth of how far a price is from the mean of the eight before, to millionths
 * and five hundred of them at the most, of what a long is worth; rounded up to eight places.
 */
function fundingOn(value: bigint, price: bigint, before: bigint[], isLong: boolean): bigint {
  const total = before.reduce((sum, one) => sum + one, 0n)
  const away = 8n * price - total
  const size = nearest((away < 0n ? -away : away) * 1_000_000n, 20n * total)
  const rate = (away < 0n === isLong ? -1n : 1n) * (size < 500n ? size : 500n)
  const exact = value * rate
  const parts = exact / 100_000_000n
  return (exact > 0n && exact % 100_000_000n !== 0n ? parts + 1n : parts) * 100n
}
const worth = (price: bigint, units: bigint): bigint => price * units * 1_000n
const fee = (price: bigint, units: bigint): bigint => price * units
const cost = (price: bigint, units: bigint): bigint => worth(price, units) + fee(price, units)

/** The nearest whole number; of two equally near the even one. */
function nearest(part: bigint, whole: bigint): bigint {
  const down = part / whole
  const twice = (part - down * whole) * 2n
  return twice < whole || (twice === whole && down % 2n === 0n) ? down : down + 1n
}
