import { add, compare, type Decimal, divide, HUNDRED, multiply, subtract } from '#money/decimal.ts'

/** `below` follows a rising price and triggers on a fall (closes a long, enters a short). */
export type Trailing = {
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

/** Updates the best price, or reports that the trigger is reached. */
export function trail(state: Trailing, price: Decimal): { state: Trailing; isReached: boolean } {
  const better = state.side === 'below' ? 1 : -1
  if (compare(price, state.best) === better) {
    return { state: { ...state, best: price }, isReached: false }
  }
  return { state, isReached: compare(price, trailingPrice(state)) !== better }
}
