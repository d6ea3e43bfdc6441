/** The two currencies of a pair: `base` is bought and sold, `quote` is what it costs; "" when unknown. */
export type PairParts = { quote: string; base: string }

/** Takes `USDT_DOGE_USDT` apart at its first underscore: what is left may hold more of them. */
export function splitPair(pair: string): PairParts {
  const [quote, base] = apart(pair, '_') ?? ['', pair]
  return { quote, base }
}

/** Takes `BTC/USDT`, the spelling of DCA bots, apart. */
export function splitSlashPair(pair: string): PairParts {
  const [base, quote] = apart(pair, '/') ?? [pair, '']
  return { quote, base }
}

/** `USDT_BTC`: the spelling of SmartTrades, grid bots and history. */
export const joinPair = ({ quote, base }: PairParts): string =>
  quote === '' ? base : `${quote}_${base}`

/** `BTC/USDT`: the spelling of DCA bots, and the one people read. */
export const joinSlashPair = ({ quote, base }: PairParts): string =>
  quote === '' ? base : `${base}/${quote}`

/** `USDT_BTC` → `BTC/USDT`. */
export const toSlashPair = (pair: string): string => joinSlashPair(splitPair(pair))

/** `BTC/USDT` → `USDT_BTC`. */
export const fromSlashPair = (pair: string): string => joinPair(splitSlashPair(pair))

/** Both parts, where there are two. */
function apart(pair: string, mark: string): [string, string] | undefined {
  const at = pair.indexOf(mark)
  return at > 0 && at < pair.length - 1 ? [pair.slice(0, at), pair.slice(at + 1)] : undefined
}
