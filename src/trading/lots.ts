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

/** Decimals before rounding to lots. */
const PLACES = 18

/** Rounds down to whole lots; unchanged if the lot size is unknown. */
export const cutToLot = (units: Decimal, lot: Decimal | undefined): Decimal =>
  lot ? roundToStep(units, lot, 'down') : units

/** Rounds to the nearest tick; unchanged if the tick is unknown. */
export const nearestTick = (price: Decimal, tick: Decimal | undefined): Decimal =>
  tick ? roundToStep(price, tick, 'half-even') : price

/** Returns the units that an amount of quote currency buys, in whole lots. */
export const unitsFor = (amount: Decimal, price: Decimal, lot: Decimal | undefined): Decimal =>
  cutToLot(divide(amount, price, PLACES, 'down'), lot)

/** Splits by volumes in percent, in whole lots; at 100 the last part takes the remainder. */
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

/** Splits by weight, in whole lots; the last part takes the remainder. */
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
