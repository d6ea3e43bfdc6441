/** Prices in cents, units in lots of 0.00001, money in parts of 10⁻¹²: every product is exact. */
export type ReferenceLine = {
  price: bigint
  side: 'buy' | 'sell' | null
  order: ReferenceOrder | null
}
export type ReferenceOrder = { number: number; second: number; takes: boolean }

export type Stop = { price: bigint; action: 'nothing' | 'sell' | 'buy' }

export type ReferenceSettings = {
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

export const worth = (price: bigint, lots: bigint): bigint => price * lots * 100_000n
export const fee = (price: bigint, lots: bigint): bigint => price * lots * 100n
export const cost = (price: bigint, lots: bigint): bigint => worth(price, lots) + fee(price, lots)
export const LEAST = 5n * 10n ** 12n

type Account = { lines: readonly ReferenceLine[]; money: bigint; coins: bigint; price: bigint }

/** What starting a grid now needs, and whether it can be had. */
export function referencePlan(
  settings: ReferenceSettings,
  { lines, money, coins, price }: Account,
) {
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

/** Where purse and coins are worth no more than the loan and a hundredth of them. */
export function ruinPrice(loan: bigint, purse: bigint, units: bigint): bigint | undefined {
  const uncovered = loan * 100n - purse * 99n
  if (units <= 0n || uncovered <= 0n) return undefined
  const whole = 99n * worth(1n, units)
  return (uncovered + whole - 1n) / whole
}
