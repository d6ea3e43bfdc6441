import { type Listing, padded, type Quote, type ScriptedPair } from './scripted-market.ts'
import { type Answer, standIn, type Wording } from './stand-in.ts'

const SECOND = 1_000
const LENGTHS: Record<string, number> = {
  '1s': SECOND,
  '1m': 60 * SECOND,
  '3m': 180 * SECOND,
  '5m': 300 * SECOND,
  '15m': 900 * SECOND,
  '30m': 1_800 * SECOND,
  '1h': 3_600 * SECOND,
  '2h': 7_200 * SECOND,
  '4h': 14_400 * SECOND,
  '1d': 86_400 * SECOND,
}

/** Pairs that a new stand-in lists: plain, with digits, not of ASCII, halted. */
const LISTED: readonly (readonly [
  base: string,
  quote: string,
  price: string,
  Partial<Listing>?,
])[] = [
  ['BTC', 'USDT', '64000.00'],
  ['ETH', 'USDT', '3100.00'],
  ['ETH', 'BTC', '0.04843', { tick: '0.00001', minTotal: '0.0001' }],
  ['1INCH', 'USDT', '0.4100', { tick: '0.0001', lot: '0.1' }],
  ['1000SATS', 'USDT', '0.0002701', { tick: '0.0000001', lot: '1' }],
  ['币安人生', 'USDT', '0.1500', { tick: '0.0001', lot: '1' }],
  ['LUNA', 'USDT', '0.3300', { status: 'halted' }],
]

export type BinanceStandIn = Awaited<ReturnType<typeof binanceStandIn>>

/** Binance's market data, by its public documents (binance-spot-api-docs, July 2026). */
export async function binanceStandIn(now: () => number = Date.now) {
  const server = await standIn(WORDING, now)
  let updateId = 400_900_000
  let beat: ReturnType<typeof setInterval> | undefined

  function quote(symbol: string, bid: string, ask: string, bidSize = '1', askSize = '1'): void {
    server.pair(symbol).setQuote({ bid, ask, bidSize, askSize })
    updateId += 1
    const [b, B, a, A] = [bid, bidSize, ask, askSize].map(padded)
    const stream = `${symbol.toLowerCase()}@bookTicker`
    server.publish(stream, JSON.stringify({ u: updateId, s: symbol, b, B, a, A }))
  }

  /** A trade of this moment, to all who subscribed. */
  function trade(symbol: string, price: string, size: string, at = now()): void {
    const { id } = server.pair(symbol).add(price, size, at)
    const event = { e: 'aggTrade', E: at, s: symbol, a: id, p: padded(price), q: padded(size) }
    const rest = { f: id * 2, l: id * 2, T: at, m: true, M: true }
    server.publish(`${symbol.toLowerCase()}@aggTrade`, JSON.stringify({ ...event, ...rest }))
  }

  for (const [base, quoteName, price, rules] of LISTED) {
    const symbol = base + quoteName
    server.list(symbol, {
      base,
      quote: quoteName,
      tick: '0.01',
      lot: '0.00001',
      minSize: rules?.lot ?? '0.00001',
      minTotal: '5',
      status: 'trading',
      ...rules,
    })
    server.past(symbol, [[now() - 60_000, price, '1']])
    server.pair(symbol).setQuote({ bid: price, ask: price, bidSize: '1', askSize: '1' })
  }

  return {
    ...server,
    trade,
    quote,
    /** Keeps the stream alive by BTCUSDT trades at the last price. */
    beatEvery(milliseconds: number): void {
      clearInterval(beat)
      beat = setInterval(() => {
        trade('BTCUSDT', server.pair('BTCUSDT').trades.at(-1)?.price ?? '64000.00', '0.001')
      }, milliseconds)
    },
    shutdownSoon: () => server.send(JSON.stringify({ e: 'serverShutdown', E: now() })),
    close: (): Promise<void> => {
      clearInterval(beat)
      return server.close()
    },
  }
}

const invalidSymbol = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }

const WORDING: Wording = {
  path: '/ws',
  limited: {
    code: -1003,
    msg: 'Too many requests; please use WebSocket Streams for live updates.',
  },
  get(url, pairs, now) {
    const query = url.searchParams
    switch (url.pathname) {
      case '/api/v3/exchangeInfo':
        return exchangeInfo(query, pairs, now)
      case '/api/v3/ticker/24hr':
        return { body: trading(pairs).map((pair) => miniTicker(pair, now)) }
      case '/api/v3/ticker/bookTicker':
        return { body: trading(pairs).map(bookTicker) }
      case '/api/v3/klines':
        return klines(query, pairs, now)
      default:
        return { status: 404, body: { code: -1, msg: 'Not found.' } }
    }
  },
  command(client, { method, params, id }) {
    for (const stream of params as string[]) {
      if (method === 'SUBSCRIBE') client.streams.add(stream)
      else client.streams.delete(stream)
    }
    client.send(JSON.stringify({ result: null, id }))
  },
}

const trading = (pairs: ReadonlyMap<string, ScriptedPair>): ScriptedPair[] =>
  [...pairs.values()].filter(({ listing }) => listing.status === 'trading')

function exchangeInfo(
  query: URLSearchParams,
  pairs: ReadonlyMap<string, ScriptedPair>,
  now: number,
): Answer {
  const named = JSON.parse(query.get('symbols') ?? '[]') as string[]
  if (named.some((symbol) => !pairs.has(symbol))) return invalidSymbol
  const listed = [...pairs.values()].filter(
    ({ symbol }) => named.length === 0 || named.includes(symbol),
  )
  const rateLimits = [
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 },
  ]
  const symbols = listed.map(({ symbol, listing }) => ({
    symbol,
    status: listing.status === 'trading' ? 'TRADING' : 'BREAK',
    baseAsset: listing.base,
    baseAssetPrecision: 8,
    quoteAsset: listing.quote,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    isSpotTradingAllowed: listing.status === 'trading',
    isMarginTradingAllowed: false,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: padded(listing.tick),
        maxPrice: '1000000.00000000',
        tickSize: padded(listing.tick),
      },
      {
        filterType: 'LOT_SIZE',
        minQty: padded(listing.minSize),
        maxQty: '9000.00000000',
        stepSize: padded(listing.lot),
      },
      {
        filterType: 'NOTIONAL',
        minNotional: padded(listing.minTotal),
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: [],
  }))
  return { body: { timezone: 'UTC', serverTime: now, rateLimits, exchangeFilters: [], symbols } }
}

function miniTicker(pair: ScriptedPair, now: number) {
  const { symbol, trades } = pair
  const { open, high, low, close, volume, quoteVolume, count } = pair.day(now)
  return {
    symbol,
    openPrice: padded(open),
    highPrice: padded(high),
    lowPrice: padded(low),
    lastPrice: padded(close),
    volume: padded(volume),
    quoteVolume: padded(quoteVolume),
    openTime: now - 86_400_000,
    closeTime: now,
    firstId: trades[0]?.id ?? -1,
    lastId: trades.at(-1)?.id ?? -1,
    count,
  }
}

const NO_QUOTE: Quote = { bid: '0', ask: '0', bidSize: '0', askSize: '0' }

function bookTicker({ symbol, quote }: ScriptedPair) {
  const { bid, ask, bidSize, askSize } = quote() ?? NO_QUOTE
  const [bidPrice, bidQty, askPrice, askQty] = [bid, bidSize, ask, askSize].map(padded)
  return { symbol, bidPrice, bidQty, askPrice, askQty }
}

function klines(
  query: URLSearchParams,
  pairs: ReadonlyMap<string, ScriptedPair>,
  now: number,
): Answer {
  const pair = pairs.get(query.get('symbol') ?? '')
  if (!pair) return invalidSymbol
  const length = LENGTHS[query.get('interval') ?? '']
  if (length === undefined) return { status: 400, body: { code: -1120, msg: 'Invalid interval.' } }
  const to = Math.min(Number(query.get('endTime') ?? now) + 1, now + 1)
  const bars = pair.bars(length, Number(query.get('startTime') ?? 0), to)
  const body = bars.slice(0, Math.min(1_000, Number(query.get('limit') ?? 500))).map((bar) => {
    const { time, open, high, low, close, volume, quoteVolume, count } = bar
    const prices = [open, high, low, close].map(padded)
    const end = [time + length - 1, padded(quoteVolume), count, '0.00000000', '0.00000000', '0']
    return [time, ...prices, padded(volume), ...end]
  })
  return { body }
}
