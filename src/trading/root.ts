import {
  add,
  type Decimal,
  divide,
  fromNumber,
  multiply,
  ONE,
  round,
  subtract,
  toNumber,
} from '#money/decimal.ts'

/** Places carried beyond the wanted ones. */
const SPARE = 12
/** Each of Newton's steps doubles the right digits; a double brings fifteen. */
const STEPS = 3

/** `value` to the power of a whole number ≥ 0, rounded to `places` at every multiplication. */
export function power(value: Decimal, exponent: number, places: number): Decimal {
  let result = ONE
  let square = value
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = round(multiply(result, square), places, 'half-even')
    square = round(multiply(square, square), places, 'half-even')
  }
  return result
}

/** The positive n-th root of a positive value to `places`: Newton's method, started from a double. */
export function nthRoot(value: Decimal, n: number, places: number): Decimal {
  const working = places + SPARE
  const count = fromNumber(n)
  let root = fromNumber(toNumber(value) ** (1 / n))
  for (let step = 0; step < STEPS; step += 1) {
    const excess = divide(value, power(root, n, working), working, 'half-even')
    const change = divide(subtract(excess, ONE), count, working, 'half-even')
    root = round(multiply(root, add(ONE, change)), working, 'half-even')
  }
  return round(root, places, 'half-even')
}
