import {
  add,
  compare,
  type Decimal,
  decimal,
  larger,
  multiply,
  smaller,
  toText,
  ZERO,
} from '#money/decimal.ts'

/** Rules of a pair, as a test lists it. */
export type Listing = {
  base: string
  quote: string
  tick: string
  lot: string
  minSize: string
  minTotal: string
  status: 'trading' | 'halted'
}

export type ScriptedTrade = { id: number; at: number; price: string; size: string }

export type Quote = { bid: string; ask: string; bidSize: string; askSize: string }

/** Numbers of an interval; `count` of 0 repeats the close before it, as exchanges do. */
export type Bar = {
  time: number
  open: string
  high: string
  low: string
  close: string
  volume: Decimal
  quoteVolume: Decimal
  count: number
}

const DAY = 86_400_000

export type ScriptedPair = ReturnType<typeof scriptedPair>

/** One pair of a stand-in: everything it serves follows from its trades. */
export function scriptedPair(symbol: string, listing: Listing, firstId = 1_000) {
  const trades: ScriptedTrade[] = []
  let quote: Quote | undefined
  return {
    symbol,
    listing,
    trades,
    quote: () => quote,
    setQuote: (next: Quote) => void (quote = next),
    add(price: string, size: string, at: number): ScriptedTrade {
      const trade = { id: firstId + trades.length, at, price, size }
      trades.push(trade)
      return trade
    },
    /** Contiguous bars from the first trade on, of those that open within `from` ≤ time < `to`. */
    bars(length: number, from: number, to: number): Bar[] {
      const [first] = trades
      if (!first) return []
      const begin = Math.floor(first.at / length) * length
      const bars: Bar[] = []
      let index = 0
      let close = first.price
      for (let time = begin; time < to; time += length) {
        const own: ScriptedTrade[] = []
        for (let trade = trades[index]; trade && trade.at < time + length; trade = trades[index]) {
          own.push(trade)
          index += 1
        }
        if (time >= from) bars.push(barOf(time, own, close))
        close = own.at(-1)?.price ?? close
      }
      return bars
    },
    day(now: number) {
      const within = trades.filter(({ at }) => at > now - DAY && at <= now)
      const before = trades.findLast(({ at }) => at <= now - DAY)
      const bar = barOf(now, within, before?.price ?? within[0]?.price ?? '0')
      return { ...bar, open: within[0]?.price ?? bar.open }
    },
  }
}

function barOf(time: number, trades: readonly ScriptedTrade[], before: string): Bar {
  const prices = trades.map(({ price }) => price)
  const [open = before] = prices
  const extreme = (pick: (a: Decimal, b: Decimal) => Decimal): string =>
    prices.reduce((found, price) => {
      const picked = pick(decimal(found), decimal(price))
      return compare(picked, decimal(found)) === 0 ? found : price
    }, open)
  return {
    time,
    open,
    high: extreme(larger),
    low: extreme(smaller),
    close: prices.at(-1) ?? before,
    volume: trades.reduce((sum, { size }) => add(sum, decimal(size)), ZERO),
    quoteVolume: trades.reduce(
      (sum, { size, price }) => add(sum, multiply(decimal(size), decimal(price))),
      ZERO,
    ),
    count: trades.length,
  }
}

/** With eight decimals, as exchanges write amounts. */
export function padded(value: string | Decimal): string {
  const text = typeof value === 'string' ? value : toText(value)
  const [whole = '0', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(8, '0')}`
}
