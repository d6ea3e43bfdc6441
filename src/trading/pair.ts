/** Currencies of a pair: `base` is traded, `quote` is the price's; "" if unknown. */
export type PairParts = { quote: string; base: string }

/** Splits `BTC/USDT` or `USDT_BTC` at the first separator. */
export function splitPair(pair: string): PairParts {
  const slashed = NOT_AVAILABLE.test(pair) ? undefined : apart(pair, '/')
  if (slashed) return { quote: slashed[1], base: slashed[0] }
  const [quote, base] = apart(pair, '_') ?? ['', pair]
  return { quote, base }
}

/** Placeholder of some services. */
const NOT_AVAILABLE = /^n\/a$/i

export const isWholePair = (pair: string): boolean => splitPair(pair).quote !== ''

/** Formats as `USDT_BTC` (SmartTrades, grid bots, history). */
export const joinPair = ({ quote, base }: PairParts): string =>
  quote === '' ? base : `${quote}_${base}`

/** Converts any spelling to `BTC/USDT` (DCA bots, screen). */
export function toSlashPair(pair: string): string
export function toSlashPair(pair: string | undefined): string | undefined
export function toSlashPair(pair: string | undefined): string | undefined {
  if (pair === undefined) return undefined
  const { quote, base } = splitPair(pair)
  return quote === '' ? base : `${base}/${quote}`
}

/** Converts any spelling to `USDT_BTC`. */
export const fromSlashPair = (pair: string): string => joinPair(splitPair(pair))

/** Finds a pair by any spelling, such as btc-usdt. Prefers an exact match, then base first. */
export function findPair(typed: string, known: readonly string[]): string | undefined {
  const exact = known.find((pair) => pair === typed.trim())
  if (exact !== undefined) return exact
  const wanted = squeezed(typed)
  const spelled = (at: 0 | 1) => known.find((pair) => spellings(pair)[at] === wanted)
  return wanted === '' ? undefined : (spelled(0) ?? spelled(1))
}

/** Returns true if the text starts a spelling of the pair or is part of one of its currencies. */
export function matchesPair(pair: string, typed: string): boolean {
  const wanted = squeezed(typed)
  if (wanted === '') return false
  const { base, quote } = splitPair(pair)
  return (
    spellings(pair).some((spelling) => spelling.startsWith(wanted)) ||
    [base, quote].some((currency) => squeezed(currency).includes(wanted))
  )
}

const spellings = (pair: string): [string, string] => {
  const { base, quote } = splitPair(pair)
  return [squeezed(base + quote), squeezed(quote + base)]
}

/** Ignores case and separators. */
const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[\s/_.:|-]/g, '')

function apart(pair: string, mark: string): [string, string] | undefined {
  const at = pair.indexOf(mark)
  return at > 0 && at < pair.length - 1 ? [pair.slice(0, at), pair.slice(at + 1)] : undefined
}
