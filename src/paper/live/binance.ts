import type { CandleInterval } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { ZERO } from '#money/decimal.ts'

import {
  bookSides,
  candlePrices,
  faultCounter,
  type Faults,
  type Fields,
  fieldsOf,
  notNegative,
  positive,
  rowsOf,
  shown,
  strictly,
  textOf,
  Unreadable,
  unreadable,
  whole,
} from './exchange-json.ts'
import { exchangeRequests } from './exchange-requests.ts'
import { openFeedSocket } from './feed-socket.ts'
import {
  type FeedAddresses,
  type FeedCandle,
  type FeedClock,
  type FeedInstrument,
  type FeedTicker,
  type MarketFeed,
} from './feed.ts'
import type { StreamDialect, StreamMessage } from './stream-dialect.ts'

const EXCHANGE = 'Binance'
/** Hosts for public market data alone: no account can be reached by them. */
const HTTP = 'https://data-api.binance.vision'
const WS = 'wss://data-stream.binance.vision'
/** Half of the 6,000 per minute that one address has. */
const LIMITS = { burst: 1_000, perSecond: 50 }
const USED = { header: 'x-mbx-used-weight-1m', limit: 6_000 }
const WEIGHTS = { exchangeInfo: 20, allMiniTickers: 80, allBookTickers: 4, klines: 2 }
const MAX_KLINES = 1_000
const PULSE = 'btcusdt@aggTrade'
/** Limit of watched pairs: a connection has 1,024 streams, two per pair. */
const MAX_PAIRS = 500

const symbolOf = (pair: string): string => {
  const split = pair.indexOf('_')
  return pair.slice(split + 1) + pair.slice(0, split)
}

/** Spot pairs of Binance, by the documents at github.com/binance/binance-spot-api-docs. */
export function binanceFeed(
  clock: FeedClock,
  { http = HTTP, ws = WS }: FeedAddresses = {},
): MarketFeed {
  const limits = {
    exchange: EXCHANGE,
    origin: http,
    ...LIMITS,
    used: USED,
    failureIn: () => undefined,
  }
  const requests = exchangeRequests(limits, clock)
  const faults = faultCounter(EXCHANGE, clock.now)
  /** Pairs by symbol, such as `USDT_BTC` for `BTCUSDT`. */
  let listed: ReadonlyMap<string, string> = new Map()

  async function instruments(pairs?: readonly string[]): Promise<FeedInstrument[]> {
    const query = new URLSearchParams({
      ...(pairs ? { symbols: JSON.stringify(pairs.map(symbolOf)) } : { permissions: 'SPOT' }),
      showPermissionSets: 'false',
    })
    const path = `/api/v3/exchangeInfo?${query.toString()}`
    const info = await requests.read(path, WEIGHTS.exchangeInfo)
    const found = faults.readable(rowsIn(info, 'symbols'), readInstrument)
    if (!pairs) listed = new Map(found.map(({ pair }) => [symbolOf(pair), pair]))
    return found
  }

  async function tickers(): Promise<FeedTicker[]> {
    if (listed.size === 0) await instruments()
    const [days, books] = await Promise.all([
      requests.read('/api/v3/ticker/24hr?type=MINI&symbolStatus=TRADING', WEIGHTS.allMiniTickers),
      requests.read('/api/v3/ticker/bookTicker?symbolStatus=TRADING', WEIGHTS.allBookTickers),
    ])
    const bookOf = new Map(
      faults.readable(rowsIn(books), (json) => {
        const row = fieldsOf(json, 'bookTicker')
        const book = bookSides(row['bidPrice'], row['bidQty'], row['askPrice'], row['askQty'])
        return [row['symbol'], book] as const
      }),
    )
    return faults
      .readable(rowsIn(days), (json) => {
        const row = fieldsOf(json, 'ticker')
        const symbol = textOf(row['symbol'], 'symbol')
        const pair = listed.get(symbol)
        // A pair without a trade in 24 h has zeros for prices; new pairs are listed soon.
        if (pair === undefined || row['count'] === '0') return []
        const ticker: FeedTicker = {
          pair,
          last: positive(row['lastPrice'], `lastPrice of ${symbol}`),
          open: positive(row['openPrice'], `openPrice of ${symbol}`),
          quoteVolume: notNegative(row['quoteVolume'], `quoteVolume of ${symbol}`),
          ...bookOf.get(symbol),
        }
        return [ticker]
      })
      .flat()
  }

  /** All klines that open within the span, page by page. */
  async function klines(
    pair: string,
    interval: string,
    from: Instant,
    to: Instant,
  ): Promise<Kline[]> {
    const found: Kline[] = []
    let next = from
    while (next < to) {
      const query = new URLSearchParams({
        symbol: symbolOf(pair),
        interval,
        startTime: String(next),
        endTime: String(to - 1),
        limit: String(MAX_KLINES),
      })
      const page = await requests.read(`/api/v3/klines?${query.toString()}`, WEIGHTS.klines)
      const rows = strictly(EXCHANGE, () => rowsIn(page).map(readKline))
      for (const row of rows) {
        const { time } = row.candle
        if (time < next || time >= to) throw unreadable(EXCHANGE, OUT_OF_ORDER)
        found.push(row)
        next = time + 1
      }
      if (rows.length < MAX_KLINES) break
    }
    return found
  }

  const dialect: StreamDialect = {
    url: `${ws.replace(/\/$/, '')}/ws`,
    pulse: PULSE,
    streamsOf: (pair) => {
      const symbol = symbolOf(pair)
      streamed.set(symbol, pair)
      return [`${symbol.toLowerCase()}@aggTrade`, `${symbol.toLowerCase()}@bookTicker`]
    },
    channels: [''],
    command: (verb, streams, id) => ({ method: verb.toUpperCase(), params: streams, id }),
    read: (message) => readMessage(message, streamed, faults),
    instruments,
  }
  const streamed = new Map<string, string>()

  return {
    name: 'binance',
    instruments,
    tickers,
    candles: async (pair, interval: CandleInterval, from, to) => ({
      from,
      candles: (await klines(pair, interval, from, to)).map(({ candle }) => candle),
    }),
    async seconds(pair, from, to) {
      const found = await klines(pair, '1s', from, to)
      const traded = found.filter(({ trades }) => trades > 0)
      return traded.map(({ candle: { time, close } }) => ({ at: time, price: close }))
    },
    open(events) {
      faults.reportTo(events.unreadable)
      const stream = openFeedSocket(dialect, events, clock, requests, faults)
      const watch = (pairs: ReadonlySet<string>) => {
        if (pairs.size > MAX_PAIRS)
          faults.add(`${pairs.size} pairs; it streams ${MAX_PAIRS} at most`)
        stream.watch(new Set([...pairs].slice(0, MAX_PAIRS)))
      }
      return { ...stream, watch }
    },
  }
}

const rowsIn = (answer: unknown, member?: string): readonly unknown[] =>
  strictly(EXCHANGE, () =>
    rowsOf(member === undefined ? answer : fieldsOf(answer, 'answer')[member], member ?? 'answer'),
  )

function readInstrument(json: unknown): FeedInstrument {
  const row = fieldsOf(json, 'symbol')
  const base = textOf(row['baseAsset'], 'baseAsset')
  const quote = textOf(row['quoteAsset'], 'quoteAsset')
  const symbol = textOf(row['symbol'], 'symbol')
  if (symbol !== base + quote || quote.includes('_')) {
    throw new Unreadable(`${symbol} is not ${base} and ${quote}`)
  }
  const filters = new Map(
    rowsOf(row['filters'], `filters of ${symbol}`).map((filter) => {
      const fields = fieldsOf(filter, `filter of ${symbol}`)
      return [fields['filterType'], fields]
    }),
  )
  const price = filters.get('PRICE_FILTER')
  const size = filters.get('LOT_SIZE')
  const total = filters.get('NOTIONAL') ?? filters.get('MIN_NOTIONAL')
  const isTrading = row['status'] === 'TRADING' && row['isSpotTradingAllowed'] === true
  return {
    pair: `${quote}_${base}`,
    base,
    quote,
    tick: positive(price?.['tickSize'], `tickSize of ${symbol}`),
    lot: positive(size?.['stepSize'], `stepSize of ${symbol}`),
    minSize: notNegative(size?.['minQty'], `minQty of ${symbol}`),
    minTotal: total ? notNegative(total['minNotional'], `minNotional of ${symbol}`) : ZERO,
    status: isTrading ? 'trading' : 'halted',
  }
}

const OUT_OF_ORDER = new Unreadable('candles are not in order')

type Kline = { candle: FeedCandle; trades: number }

function readKline(json: unknown): Kline {
  const row = rowsOf(json, 'kline')
  const candle = {
    time: whole(row[0], 'open time'),
    ...candlePrices(row.slice(1, 5)),
    volume: notNegative(row[5], 'volume'),
  }
  return { candle, trades: whole(row[8], 'number of trades') }
}

function readMessage(
  message: Fields,
  streamed: ReadonlyMap<string, string>,
  faults: Faults,
): StreamMessage {
  const { e: kind, id } = message
  if (kind === 'serverShutdown') return { isEnding: true }
  if (typeof id === 'string' && kind === undefined) {
    const refusal = message['error'] ?? message['msg']
    const isConfirmed = refusal === undefined
    if (!isConfirmed) {
      const text = typeof refusal === 'object' ? fieldsOf(refusal, 'error')['msg'] : refusal
      faults.add(`a subscription was refused: ${shown(text)}`)
    }
    return { answer: { id: whole(id, 'id'), isConfirmed } }
  }
  const pair = streamed.get(textOf(message['s'], 'symbol'))
  if (kind === 'aggTrade') {
    const time = whole(message['E'], 'event time')
    const trade = {
      id: whole(message['a'], 'trade id'),
      price: positive(message['p'], 'price of a trade'),
      size: positive(message['q'], 'size of a trade'),
      at: whole(message['T'], 'trade time'),
    }
    return { isData: true, time, trades: pair === undefined ? [] : [{ pair, ...trade }] }
  }
  if (kind !== undefined) throw new Unreadable(`“${shown(kind)}” was not asked for`)
  const order = whole(message['u'], 'update id')
  const book = bookSides(message['b'], message['B'], message['a'], message['A'])
  return { isData: true, quotes: pair === undefined ? [] : [{ pair, order, ...book }] }
}
