import { fromNumber, readDecimal } from '#money/decimal.ts'

/** A double keeps at least 15 significant digits. */
const EXACT_LENGTH = 15

/** Upper bound for the printed length of a double. */
const MAX_DOUBLE_LENGTH = 400

/** Returns true if a double keeps the number exactly as written. */
export function holdsExactly(written: string): boolean {
  if (written.length <= EXACT_LENGTH && !/[eE]/.test(written)) return true
  if (written.length > MAX_DOUBLE_LENGTH) return false
  const number = Number(written)
  return Number.isFinite(number) && fromNumber(number) === readDecimal(written)
}

/** JSON numbers that are long or have an exponent. Matches inside strings are harmless. */
const DOUBTFUL = /(?:^|[:,[\s])(-?\d(?:[\d.]{15,}|[\d.]*[eE])[\d.eE+-]*)/g

/** Returns true if `JSON.parse` would change a number in this text. */
export function losesDigits(text: string): boolean {
  for (const [, written = ''] of text.matchAll(DOUBTFUL)) if (!holdsExactly(written)) return true
  return false
}
