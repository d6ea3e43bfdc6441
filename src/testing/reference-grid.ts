import { actInTurn, type Reached } from './reference-turns.ts'

type Kind = 'low' | 'high' | 'trail' | 'ruin'
type Watch = { kind: Kind; price: bigint; number: number; second: number }

/**
 * A grid bot worked out in the plainest way: second by second, every order checked.
 * It shares no code with the engine and knows no ledger, only what the account has.
 */
export function referenceGrid(settings: ReferenceSettings, money: bigint) {
  const { lots } = settings
  const me = {
    running: false,
    lines: settings.prices.map((price): ReferenceLine => ({
      price,
      side: null,
      order: null,
      sellsStart: false,
    })),
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
    /** The fee for them. */
    balanceFee: 0n,
    ownAtStart: 0n,
    /** Money left for its buys. */
    purse: 0n,
    loan: 0n,
    /** The account without the loan, and the price, when the last run began. */
    start: { money: 0n, coins: 0n, price: 0n, second: 0 },
    /** Profit of the run's orders: coins of the start at their cost, others at the line below. */
    realised: 0n,
    invested: { base: 0n, quote: 0n },
    /** Result of earlier runs. */
    earlier: { result: 0n, seconds: 0 },
    /** The last run once it has ended. */
    ended: undefined as { result: bigint; open: bigint; second: number } | undefined,
  }
  /** Maximum number of lines per side with an order; all if unlimited. */
  const most = { buys: settings.mostBuys, sells: settings.mostSells }
  let numbers = 0
  let now = 0
  let watches: Watch[] = []

  const heldMoney = () =>
    me.lines
      .filter((line) => line.order && line.side === 'buy')
      .reduce((sum, { price }) => sum + cost(price, lots), 0n)
  const heldCoins = () =>
    BigInt(me.lines.filter((line) => line.order && line.side === 'sell').length) * lots

  function place(): void {
    const buys = me.lines
      .filter(({ side }) => side === 'buy')
      .sort((a, b) => (a.price < b.price ? 1 : -1))
    const sells = me.lines.filter(({ side }) => side === 'sell')
    for (const line of [...buys.slice(most.buys), ...sells.slice(most.sells)]) {
      line.order = null
    }
    for (const line of buys.slice(0, most.buys)) {
      if (line.order || me.money - heldMoney() < cost(line.price, lots)) continue
      line.order = { number: ++numbers, second: now, takes: me.price <= line.price }
    }
    if (me.balance > 0n) return
    for (const line of sells.slice(0, most.sells)) {
      if (line.order || me.coins - heldCoins() < lots) continue
      line.order = { number: ++numbers, second: now, takes: me.price >= line.price }
    }
  }

  function start(): boolean {
    if (me.running) return true
    const { sides, own, purchase, purse, loan, isPossible } = referencePlan(settings, me)
    if (!isPossible) return false
    me.running = true
    me.loan = loan
    me.money += loan
    me.purse = purse
    if (me.ended) {
      me.earlier.result += me.ended.result
      me.earlier.seconds += me.ended.second - me.start.second
    }
    me.ended = undefined
    const { money, coins, price } = me
    me.start = { money: money - loan, coins, price, second: now }
    me.realised = me.balanceFee = 0n
    me.invested = { base: worth(price, own + purchase), quote: purse }
    me.balance = purchase
    me.fromBalance = 0n
    me.ownAtStart = own
    me.bought = me.sold = 0n
    me.lines.forEach((line, index) => {
      line.side = sides[index] ?? null
      line.sellsStart = line.side === 'sell'
    })
    place()
    watches = []
    if (settings.low)
      watches.push({ kind: 'low', price: settings.low.price, number: ++numbers, second: now })
    if (settings.high)
      watches.push({ kind: 'high', price: settings.high.price, number: ++numbers, second: now })
    watchTop()
    watchRuin()
    return true
  }

  function watchTop(): void {
    const top = me.lines[me.lines.length - 1]!
    if (settings.trails) {
      watches.push({
        kind: 'trail',
        price: settings.nextUp(top.price),
        number: ++numbers,
        second: now,
      })
    }
  }

  function watchRuin(): void {
    const known = watches.find(({ kind }) => kind === 'ruin')
    const units = me.ownAtStart + me.balance + me.fromBalance + me.bought - me.sold
    const price = me.running ? ruinPrice(me.loan, me.purse, units) : undefined
    if (price === undefined) watches = watches.filter((watch) => watch !== known)
    else if (known) known.price = price
    else watches.push({ kind: 'ruin', price, number: ++numbers, second: now })
  }

  function stop(action: Stop['action'] = 'nothing'): void {
    if (!me.running) return
    me.running = false
    for (const line of me.lines) Object.assign(line, { side: null, order: null })
    watches = []
    me.invested.base -= worth(me.start.price, me.balance)
    me.balance = 0n
    if (settings.isFutures || action === 'sell') sellOut()
    else if (action === 'buy') buyBack()
    // The insurance pays the part of the loan that cannot be repaid.
    me.money = me.loan > me.money ? 0n : me.money - me.loan
    me.loan = 0n
    const result = runResult()
    const isHeld = heldUnits() > 0n
    me.ended = { result, open: isHeld ? result - me.realised : 0n, second: now }
  }

  /** Coins of the bot. */
  const heldUnits = () => me.ownAtStart + me.fromBalance + me.bought - me.sold

  /** Result of the account since the run began; earlier coins count from its start price. */
  const runResult = () =>
    me.money -
    me.loan -
    me.start.money +
    worth(me.price, me.coins - me.start.coins) +
    worth(me.price - me.start.price, me.ownAtStart)

  function sellOut(): void {
    const units = heldUnits() < me.coins ? heldUnits() : me.coins
    if (worth(me.price, units) < LEAST) return
    me.money += worth(me.price, units) - fee(me.price, units)
    me.coins -= units
    me.sold += units
  }

  function buyBack(): void {
    const money = me.purse < me.money ? me.purse : me.money
    const units = money > 0n ? money / cost(me.price, 1n) : 0n
    if (worth(me.price, units) < LEAST) return
    me.money -= cost(me.price, units)
    me.coins += units
    me.bought += units
  }

  function fill(line: ReferenceLine, order: ReferenceOrder): void {
    const index = me.lines.indexOf(line)
    const isBuy = line.side === 'buy'
    let at = line.price
    if (order.takes && (isBuy ? me.price < at : me.price > at)) at = me.price
    if (isBuy) {
      me.money -= cost(at, lots)
      me.purse -= cost(at, lots)
      me.coins += lots
      me.bought += lots
    } else {
      const below = me.lines[index - 1]?.price ?? at
      me.money += worth(at, lots) - fee(at, lots)
      me.purse += worth(at, lots) - fee(at, lots)
      me.coins -= lots
      me.sold += lots
      const turn = worth(at, lots) - worth(below, lots) - fee(at, lots) - fee(below, lots)
      me.profit += turn
      const units = me.ownAtStart + me.fromBalance
      const partOf = (paid: bigint) => rounded(paid * lots, units)
      const sold = worth(at, lots) - fee(at, lots)
      me.realised +=
        line.sellsStart && units > 0n
          ? sold - partOf(me.invested.base) - partOf(me.balanceFee)
          : turn
      if (heldUnits() === 0n && me.balance === 0n) me.realised = runResult()
      me.pairs += 1
    }
    Object.assign(line, { side: null, order: null, sellsStart: false })
    const other = me.lines[isBuy ? index + 1 : index - 1]
    if (other) other.side = isBuy ? 'sell' : 'buy'
    if (index === 0 && settings.expands && isBuy) {
      const price = settings.nextDown(line.price)
      if (price >= settings.floor && price > 0n && worth(price, lots) >= LEAST) {
        const { length } = me.lines
        if (most.buys >= length) most.buys = length + 1
        if (most.sells >= length) most.sells = length + 1
        me.lines.unshift({ price, side: 'buy', order: null, sellsStart: false })
      }
    }
    place()
    watchRuin()
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
      Object.assign(line, { side: 'buy', sellsStart: false })
    }
    me.lines.push({
      price: settings.nextUp(top.price),
      side: null,
      order: null,
      sellsStart: false,
    })
    place()
    watchTop()
  }

  function second(): void {
    now += 1
    if (me.balance > 0n) {
      const price = cost(me.price, me.balance)
      me.invested.base -= worth(me.start.price, me.balance)
      if (price <= me.money - heldMoney()) {
        me.invested.base += worth(me.price, me.balance)
        me.money -= price
        me.balanceFee = fee(me.price, me.balance)
        me.purse -= me.balanceFee
        me.coins += me.balance
        me.fromBalance = me.balance
      }
      me.balance = 0n
      place()
      watchRuin()
    }
    const reached: Reached[] = []
    for (const line of me.lines) {
      const { order, side, price } = line
      if (!order || order.second >= now) continue
      if (side === 'buy' ? me.price > price : me.price < price) continue
      const act = () => line.order === order && fill(line, order)
      reached.push({ price, number: order.number, falls: side === 'buy', act })
    }
    for (const watch of watches) {
      const falls = watch.kind === 'low' || watch.kind === 'ruin'
      if (watch.second >= now) continue
      if (falls ? me.price > watch.price : me.price < watch.price) continue
      const act = () => {
        if (!watches.includes(watch)) return
        watches = watches.filter((other) => other !== watch)
        if (watch.kind === 'trail') trail()
        else stop((falls ? settings.low : settings.high)?.action)
      }
      reached.push({ price: watch.price, number: watch.number, falls, act })
    }
    actInTurn(reached)
  }

  return {
    me,
    start,
    stop: () => stop(),
    setPrice: (price: bigint) => void (me.price = price),
    second,
    freeMoney: () => me.money - heldMoney(),
    freeCoins: () => me.coins - heldCoins(),
    /** Result of all runs, the open part of it, and both in millionths of the capital. */
    figures() {
      const { result, open } = me.ended ?? {
        result: runResult(),
        open: runResult() - me.realised,
      }
      const total = me.earlier.result + result
      const capital = me.invested.base + me.invested.quote
      return {
        total,
        open,
        totalShare: rounded(total * 1_000_000n, capital),
        profitShare: rounded(me.profit * 1_000_000n, capital),
        seconds: me.earlier.seconds + (me.ended?.second ?? now) - me.start.second,
      }
    },
  }
}

/** Prices in cents, units in lots of 0.00001, money in parts of 10⁻¹²: every product is exact. */
type ReferenceLine = {
  price: bigint
  side: 'buy' | 'sell' | null
  order: ReferenceOrder | null
  /** Its sale sells a coin of the start. */
  sellsStart: boolean
}
type ReferenceOrder = { number: number; second: number; takes: boolean }

type Stop = { price: bigint; action: 'nothing' | 'sell' | 'buy' }

type ReferenceSettings = {
  prices: bigint[]
  lots: bigint
  nextUp: (price: bigint) => bigint
  nextDown: (price: bigint) => bigint
  mostBuys: number
  mostSells: number
  low: Stop | null
  high: Stop | null
  /** Borrows two thirds of what it needs, and closes its position whenever it stops. */
  isFutures: boolean
  trails: boolean
  expands: boolean
  floor: bigint
}

/** The quotient, a half rounded to the even side. */
function rounded(amount: bigint, by: bigint): bigint {
  if (by === 0n) return 0n
  const twice = 2n * (amount < 0n ? -amount : amount)
  const up = (twice + by) / (2n * by)
  const isTie = (twice + by) % (2n * by) === 0n
  const whole = isTie && up % 2n === 1n ? up - 1n : up
  return amount < 0n ? -whole : whole
}

const worth = (price: bigint, lots: bigint): bigint => price * lots * 100_000n
const fee = (price: bigint, lots: bigint): bigint => price * lots * 100n
const cost = (price: bigint, lots: bigint): bigint => worth(price, lots) + fee(price, lots)
const LEAST = 5n * 10n ** 12n

type Account = { lines: readonly ReferenceLine[]; money: bigint; coins: bigint; price: bigint }

/** Needs of a grid started now, and whether they are met. */
function referencePlan(settings: ReferenceSettings, { lines, money, coins, price }: Account) {
  const { lots, low, high, isFutures } = settings
  let waits = 0
  const away = (at: bigint) => (at > price ? at - price : price - at)
  lines.forEach((line, index) => {
    if (away(line.price) < away(lines[waits]!.price)) waits = index
  })
  const sides = lines.map((line, index) =>
    index === waits ? null : line.price < price ? ('buy' as const) : ('sell' as const),
  )
  const needed = BigInt(sides.filter((side) => side === 'sell').length) * lots
  const own = isFutures ? 0n : coins
  const missing = needed > own ? needed - own : 0n
  // So many lots are worth what the exchange takes at the least.
  const least = (LEAST + worth(price, 1n) - 1n) / worth(price, 1n)
  const purchase = missing === 0n || missing > least ? missing : least
  const purse = lines
    .filter((_, index) => sides[index] === 'buy')
    .reduce((sum, line) => sum + cost(line.price, lots), 0n)
  const total = purse + cost(price, purchase)
  const margin = isFutures ? (total + 2n) / 3n : total
  const isBeyond = (low && price <= low.price) || (high && price >= high.price)
  const isPossible = margin <= money && !isBeyond
  return { sides, own: needed - missing, purchase, purse, loan: total - margin, isPossible }
}

/** Price at which money and coins are worth only the loan and a hundredth of them. */
function ruinPrice(loan: bigint, purse: bigint, units: bigint): bigint | undefined {
  const uncovered = loan * 100n - purse * 99n
  if (units <= 0n || uncovered <= 0n) return undefined
  const whole = 99n * worth(1n, units)
  return (uncovered + whole - 1n) / whole
}
