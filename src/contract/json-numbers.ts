import { fromNumber, readDecimal } from '#money/decimal.ts'

/** Fifteen significant digits always survive a double. */
const SURE_LENGTH = 15

/** No double prints longer: 1e-308 and its digits stand in exponent form, 1e20 without. */
const LONGEST_DOUBLE = 400

/** Whether a double prints as the very number that is written here. */
export function holdsExactly(written: string): boolean {
  if (written.length <= SURE_LENGTH && !/[eE]/.test(written)) return true
  if (written.length > LONGEST_DOUBLE) return false
  const number = Number(written)
  return Number.isFinite(number) && fromNumber(number) === readDecimal(written)
}

/** A number where JSON may have one, long enough or with an exponent. Also found inside texts: harmless. */
const DOUBTFUL = /(?:^|[:,[\s])(-?\d(?:[\d.]{15,}|[\d.]*[eE])[\d.eE+-]*)/g

/** Whether `JSON.parse` would change a number of this text. */
export function losesDigits(text: string): boolean {
  for (const [, written = ''] of text.matchAll(DOUBTFUL)) if (!holdsExactly(written)) return true
  return false
}
