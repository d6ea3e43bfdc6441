import {
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  roundToStep,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

/** Places that a size is worked out to before it is cut to the lot. */
const PLACES = 18

/** A size the exchange takes: cut down to whole lots, never up. Without a lot it stays as it is. */
export const cutToLot = (units: Decimal, lot: Decimal | undefined): Decimal =>
  lot ? roundToStep(units, lot, 'down') : units

/** A price the exchange takes: the nearest tick. Without a tick it stays as it is. */
export const nearestTick = (price: Decimal, tick: Decimal | undefined): Decimal =>
  tick ? roundToStep(price, tick, 'half-even') : price

/** How many units an amount of the quote currency buys at a price, in whole lots. */
export const unitsFor = (amount: Decimal, price: Decimal, lot: Decimal | undefined): Decimal =>
  cutToLot(divide(amount, price, PLACES, 'down'), lot)

/**
 * Parts of a position by volumes in percent, in whole lots. Where the volumes make up all of it, the
 * last part takes what rounding left over, so that nothing stays behind.
 */
export function splitUnits(
  units: Decimal,
  volumes: readonly Decimal[],
  lot: Decimal | undefined,
): Decimal[] {
  let volumeLeft = HUNDRED
  let unitsLeft = units
  return volumes.map((volume) => {
    volumeLeft = subtract(volumeLeft, volume)
    const share = cutToLot(divide(multiply(units, volume), HUNDRED, PLACES, 'down'), lot)
    const part = volumeLeft === ZERO ? unitsLeft : share
    unitsLeft = subtract(unitsLeft, part)
    return part
  })
}

/**
 * Parts of what is left of a position, in whole lots and in proportion to their weights; the last takes
 * what rounding left over.
 */
export function splitByWeight(
  units: Decimal,
  weights: readonly Decimal[],
  lot: Decimal | undefined,
): Decimal[] {
  const whole = sum(weights)
  let unitsLeft = units
  return weights.map((weight, index) => {
    const isLast = index === weights.length - 1
    const share = cutToLot(divide(multiply(units, weight), whole, PLACES, 'down'), lot)
    const part = isLast ? unitsLeft : share
    unitsLeft = subtract(unitsLeft, part)
    return part
  })
}
