/** Prices in cents, units in lots of 0.00001, money in parts of 10⁻¹⁰: every product is exact. */
export type NaiveLine = { price: bigint; side: 'buy' | 'sell' | null; order: NaiveOrder | null }
type NaiveOrder = { number: number; takes: boolean }
type Watch = { kind: 'low' | 'high' | 'trail'; price: bigint; number: number }

export type NaiveSettings = {
  prices: bigint[]
  lots: bigint
  nextUp: (price: bigint) => bigint
  nextDown: (price: bigint) => bigint
  mostBuys: number
  mostSells: number
  low: { price: bigint; sells: boolean } | null
  high: { price: bigint; sells: boolean } | null
  trails: boolean
  expands: boolean
  floor: bigint
}

const worth = (price: bigint, lots: bigint): bigint => price * lots * 1_000n
const fee = (price: bigint, lots: bigint): bigint => price * lots
const LEAST = 5n * 10n ** 10n

/**
 * A grid bot written down as slowly and plainly as can be: second by second, every order looked at.
 * It shares no code with the engine and knows no ledger, only what the account has.
 */
export function naiveGrid(settings: NaiveSettings, money: bigint) {
  const { lots } = settings
  const me = {
    running: false,
    lines: settings.prices.map((price): NaiveLine => ({ price, side: null, order: null })),
    money,
    coins: 0n,
    price: 0n,
    profit: 0n,
    pairs: 0,
    bought: 0n,
    sold: 0n,
    /** Coins still to be bought for the sells. */
    balance: 0n,
    fromBalance: 0n,
    ownAtStart: 0n,
    start: { money: 0n, coins: 0n, price: 0n, profit: 0n },
  }
  let numbers = 0
  let watches: Watch[] = []

  const heldMoney = () =>
    me.lines
      .filter((line) => line.order && line.side === 'buy')
      .reduce((sum, { price }) => sum + worth(price, lots) + fee(price, lots), 0n)
  const heldCoins = () =>
    BigInt(me.lines.filter((line) => line.order && line.side === 'sell').length) * lots

  function place(): void {
    const buys = me.lines
      .filter(({ side }) => side === 'buy')
      .sort((a, b) => (a.price < b.price ? 1 : -1))
    const sells = me.lines.filter(({ side }) => side === 'sell')
    for (const line of [...buys.slice(settings.mostBuys), ...sells.slice(settings.mostSells)]) {
      line.order = null
    }
    for (const line of buys.slice(0, settings.mostBuys)) {
      const cost = worth(line.price, lots) + fee(line.price, lots)
      if (line.order || me.money - heldMoney() < cost) continue
      line.order = { number: ++numbers, takes: me.price <= line.price }
    }
    if (me.balance > 0n) return
    for (const line of sells.slice(0, settings.mostSells)) {
      if (line.order || me.coins - heldCoins() < lots) continue
      line.order = { number: ++numbers, takes: me.price >= line.price }
    }
  }

  /** What starting now needs, and whether it can be had. */
  function plan() {
    let waits = 0
    const away = (at: bigint) => (at > me.price ? at - me.price : me.price - at)
    me.lines.forEach(({ price }, index) => {
      if (away(price) < away(me.lines[waits]!.price)) waits = index
    })
    const sides = me.lines.map(({ price }, index) =>
      index === waits ? null : price < me.price ? ('buy' as const) : ('sell' as const),
    )
    const needed = BigInt(sides.filter((side) => side === 'sell').length) * lots
    const missing = needed > me.coins ? needed - me.coins : 0n
    const cost = me.lines
      .filter((_, index) => sides[index] === 'buy')
      .reduce((sum, { price }) => sum + worth(price, lots) + fee(price, lots), 0n)
    const total = cost + worth(me.price, missing) + fee(me.price, missing)
    const isBeyond =
      (settings.low && me.price <= settings.low.price) ||
      (settings.high && me.price >= settings.high.price)
    return { sides, needed, missing, isPossible: total <= me.money && !isBeyond }
  }

  function start(): boolean {
    if (me.running) return true
    const { sides, needed, missing, isPossible } = plan()
    if (!isPossible) return false
    me.running = true
    me.start = { money: me.money, coins: me.coins, price: me.price, profit: me.profit }
    me.balance = missing
    me.fromBalance = 0n
    me.ownAtStart = needed - missing
    me.bought = me.sold = 0n
    me.lines.forEach((line, index) => (line.side = sides[index] ?? null))
    place()
    watches = []
    if (settings.low) watches.push({ kind: 'low', price: settings.low.price, number: ++numbers })
    if (settings.high) watches.push({ kind: 'high', price: settings.high.price, number: ++numbers })
    watchTop()
    return true
  }

  function watchTop(): void {
    const top = me.lines[me.lines.length - 1]!
    if (settings.trails) {
      watches.push({ kind: 'trail', price: settings.nextUp(top.price), number: ++numbers })
    }
  }

  function stop(sells = false): void {
    if (!me.running) return
    me.running = false
    for (const line of me.lines) Object.assign(line, { side: null, order: null })
    watches = []
    me.balance = 0n
    if (!sells) return
    const held = me.ownAtStart + me.fromBalance + me.bought - me.sold
    const units = held < me.coins ? held : me.coins
    if (worth(me.price, units) < LEAST) return
    me.money += worth(me.price, units) - fee(me.price, units)
    me.coins -= units
  }

  function fill(line: NaiveLine, order: NaiveOrder): void {
    const index = me.lines.indexOf(line)
    const isBuy = line.side === 'buy'
    let at = line.price
    if (order.takes && (isBuy ? me.price < at : me.price > at)) at = me.price
    if (isBuy) {
      me.money -= worth(at, lots) + fee(at, lots)
      me.coins += lots
      me.bought += lots
    } else {
      const below = me.lines[index - 1]?.price ?? at
      me.money += worth(at, lots) - fee(at, lots)
      me.coins -= lots
      me.sold += lots
      me.profit += worth(at, lots) - worth(below, lots) - fee(at, lots) - fee(below, lots)
      me.pairs += 1
    }
    line.side = null
    line.order = null
    const other = me.lines[isBuy ? index + 1 : index - 1]
    if (other) other.side = isBuy ? 'sell' : 'buy'
    if (index === 0 && settings.expands && isBuy) {
      const price = settings.nextDown(line.price)
      if (price >= settings.floor && price > 0n && worth(price, lots) >= LEAST) {
        me.lines.unshift({ price, side: 'buy', order: null })
      }
    }
    place()
  }

  function trail(): void {
    if (me.balance > 0n || me.lines.some((line) => line.order && line.side === 'sell')) {
      watchTop()
      return
    }
    const top = me.lines[me.lines.length - 1]!
    me.lines.shift()
    for (const line of me.lines) {
      if (line.side === 'sell') line.order = null
      line.side = 'buy'
    }
    me.lines.push({ price: settings.nextUp(top.price), side: null, order: null })
    place()
    watchTop()
  }

  function second(): void {
    if (me.balance > 0n) {
      const cost = worth(me.price, me.balance) + fee(me.price, me.balance)
      if (cost <= me.money - heldMoney()) {
        me.money -= cost
        me.coins += me.balance
        me.fromBalance = me.balance
      }
      me.balance = 0n
      place()
    }
    type Reached = { price: bigint; number: number; falls: boolean; act: () => void }
    const reached: Reached[] = []
    for (const line of me.lines) {
      const { order, side, price } = line
      if (!order || (side === 'buy' ? me.price > price : me.price < price)) continue
      const act = () => line.order === order && fill(line, order)
      reached.push({ price, number: order.number, falls: side === 'buy', act })
    }
    for (const watch of watches) {
      const falls = watch.kind === 'low'
      if (falls ? me.price > watch.price : me.price < watch.price) continue
      const act = () => {
        if (!watches.includes(watch)) return
        watches = watches.filter((other) => other !== watch)
        if (watch.kind === 'trail') trail()
        else stop((falls ? settings.low : settings.high)?.sells)
      }
      reached.push({ price: watch.price, number: watch.number, falls, act })
    }
    reached.sort((a, b) => {
      if (a.falls !== b.falls) return a.falls ? -1 : 1
      if (a.price !== b.price) return a.price < b.price === a.falls ? 1 : -1
      return a.number - b.number
    })
    for (const { act } of reached) act()
  }

  return {
    me,
    start,
    stop: () => stop(),
    setPrice: (price: bigint) => void (me.price = price),
    second,
    freeMoney: () => me.money - heldMoney(),
    freeCoins: () => me.coins - heldCoins(),
    /** Everything won or lost since the start, at the price of now; what was brought along counts from then. */
    result: () =>
      me.start.profit +
      (me.money - me.start.money) +
      worth(me.price, me.coins - me.start.coins) +
      worth(me.price - me.start.price, me.ownAtStart),
  }
}
