import { add, compare, type Decimal, divide, HUNDRED, multiply, subtract } from '#money/decimal.ts'

/**
 * A price that follows the market. `below` trails a rising price and is reached when it turns down
 * (closing a long, entering a short); `above` trails a falling one.
 */
export type Trailing = {
  side: 'below' | 'above'
  /** Distance in percent of the best price. */
  percent: Decimal
  /** The best price so far. */
  best: Decimal
}

const PLACES = 18

/** Where the trailing order would act now. */
export function trailingPrice({ side, percent, best }: Trailing): Decimal {
  const distance = divide(multiply(best, percent), HUNDRED, PLACES, 'half-even')
  return side === 'below' ? subtract(best, distance) : add(best, distance)
}

/** One step: the best price moves with the market, and `isReached` says that it has turned. */
export function trail(state: Trailing, price: Decimal): { state: Trailing; isReached: boolean } {
  const better = state.side === 'below' ? 1 : -1
  if (compare(price, state.best) === better) {
    return { state: { ...state, best: price }, isReached: false }
  }
  return { state, isReached: compare(price, trailingPrice(state)) !== better }
}
