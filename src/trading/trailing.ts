import { add, type Decimal, divide, HUNDRED, multiply, subtract } from '#money/decimal.ts'

/** `below` follows a rising price and triggers on a fall (closes a long, enters a short). */
type Trailing = {
  side: 'below' | 'above'
  /** Distance from the best price, in percent. */
  percent: Decimal
  best: Decimal
}

const PLACES = 18

export function trailingPrice({ side, percent, best }: Trailing): Decimal {
  const distance = divide(multiply(best, percent), HUNDRED, PLACES, 'half-even')
  return side === 'below' ? subtract(best, distance) : add(best, distance)
}
