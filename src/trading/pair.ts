/** The two currencies of a pair: `base` is bought and sold, `quote` is what it costs; "" when unknown. */
export type PairParts = { quote: string; base: string }

/**
 * Takes a pair apart: `BTC/USDT` at its first slash, `USDT_BTC` at its first underscore. What is left
 * may hold more underscores.
 */
export function splitPair(pair: string): PairParts {
  const slashed = NOT_AVAILABLE.test(pair) ? undefined : apart(pair, '/')
  if (slashed) return { quote: slashed[1], base: slashed[0] }
  const [quote, base] = apart(pair, '_') ?? ['', pair]
  return { quote, base }
}

/** Services write this in place of a value. */
const NOT_AVAILABLE = /^n\/a$/i

/** Whether a text names two currencies. */
export const isWholePair = (pair: string): boolean => splitPair(pair).quote !== ''

/** `USDT_BTC`: the spelling of SmartTrades, grid bots and history. */
export const joinPair = ({ quote, base }: PairParts): string =>
  quote === '' ? base : `${quote}_${base}`

/** `BTC/USDT`: the spelling of DCA bots, and the one people read. */
export const joinSlashPair = ({ quote, base }: PairParts): string =>
  quote === '' ? base : `${base}/${quote}`

/** Any spelling → `BTC/USDT`. */
export function toSlashPair(pair: string): string
export function toSlashPair(pair: string | undefined): string | undefined
export function toSlashPair(pair: string | undefined): string | undefined {
  return pair === undefined ? undefined : joinSlashPair(splitPair(pair))
}

/** Any spelling → `USDT_BTC`. */
export const fromSlashPair = (pair: string): string => joinPair(splitPair(pair))

/**
 * The known pair that was typed in full: BTCUSDT, btc-usdt, BTC_USDT, BTC/USDT or USDT_BTC. A pair that
 * is spelled exactly so comes first, then base before quote.
 */
export function findPair(typed: string, known: readonly string[]): string | undefined {
  const exact = known.find((pair) => pair === typed.trim())
  if (exact !== undefined) return exact
  const wanted = squeezed(typed)
  const spelled = (at: 0 | 1) => known.find((pair) => spellings(pair)[at] === wanted)
  return wanted === '' ? undefined : (spelled(0) ?? spelled(1))
}

/** Whether what was typed is the beginning of a pair in any spelling, or a part of one of its currencies. */
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

/** Separators do not tell pairs apart, nor do capitals. */
const squeezed = (text: string): string => text.toLowerCase().replaceAll(/[\s/_.:|-]/g, '')

/** Both parts, where there are two. */
function apart(pair: string, mark: string): [string, string] | undefined {
  const at = pair.indexOf(mark)
  return at > 0 && at < pair.length - 1 ? [pair.slice(0, at), pair.slice(at + 1)] : undefined
}
