import { CANDLE_LENGTHS, type CandleInterval } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { add, decimal, isZero, larger, multiply, smaller, toText, ZERO } from '#money/decimal.ts'

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
  type FeedFailure,
  type FeedInstrument,
  type FeedStep,
  type FeedTicker,
  type FeedTrade,
  type MarketFeed,
} from './feed.ts'
import type { StreamDialect, StreamMessage } from './stream-dialect.ts'

const EXCHANGE = 'Kraken'
const HTTP = 'https://api.kraken.com'
const WS = 'wss://ws.kraken.com/v2'
/** Kraken asks for one public request per second at most. */
const LIMITS = { burst: 5, perSecond: 0.8 }
/** Rows of an answer; older candles cannot be had. */
const MAX_CANDLES = 720
const MAX_TRADES = 1_000
const PULSE = 'trade:BTC/USD'
/** Names that REST still uses, with those of WebSocket v2. */
const OLD_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const NEW_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }
/** Intervals that Kraken lacks are made of finer ones. */
const MADE_OF: Partial<Record<CandleInterval, CandleInterval>> = { '3m': '1m', '2h': '1h' }
const UNORDERED = new Unreadable('rows are not in order')

/** `USD_BTC` as `BTC/USD`. */
const symbolOf = (pair: string): string => {
  const split = pair.indexOf('_')
  return `${pair.slice(split + 1)}/${pair.slice(0, split)}`
}

/** `BTC/USD` as `USD_BTC`. */
const pairOf = (symbol: string): string => {
  const [base = '', quote = '', ...rest] = symbol.split('/')
  if (base === '' || quote === '' || rest.length > 0 || quote.includes('_')) {
    throw new Unreadable(`“${shown(symbol)}” is not a pair`)
  }
  return `${quote}_${base}`
}

/** `USD_BTC` as REST's `XBTUSD`. */
const altnameOf = (pair: string): string =>
  symbolOf(pair)
    .split('/')
    .map((name) => NEW_NAMES[name] ?? name)
    .join('')

/** Spot pairs of Kraken, by the documents at docs.kraken.com: public REST and WebSocket v2. */
export function krakenFeed(
  clock: FeedClock,
  { http = HTTP, ws = WS }: FeedAddresses = {},
): MarketFeed {
  const requests = exchangeRequests(
    { exchange: EXCHANGE, origin: http, ...LIMITS, failureIn },
    clock,
  )
  const faults = faultCounter(EXCHANGE, clock.now)
  /** Pairs by REST's key, such as `USD_BTC` for `XXBTZUSD`. */
  let listed: ReadonlyMap<string, string> = new Map()

  const read = async (path: string, query: Record<string, string> = {}): Promise<Fields> => {
    const answer = await requests.read(
      `/0/public/${path}?${new URLSearchParams(query).toString()}`,
      1,
    )
    return strictly(EXCHANGE, () => fieldsOf(fieldsOf(answer, 'answer')['result'], 'result'))
  }

  /** The rows of the one pair that was asked for, under whatever name, and `last`. */
  async function readOne(path: string, pair: string, query: Record<string, string>) {
    const { last, ...rest } = await read(path, { pair: altnameOf(pair), ...query })
    return { last, rows: strictly(EXCHANGE, () => rowsOf(Object.values(rest)[0], 'result')) }
  }

  async function instruments(pairs?: readonly string[]): Promise<FeedInstrument[]> {
    const query = pairs ? { pair: pairs.map(altnameOf).join() } : undefined
    const rows = Object.entries(await read('AssetPairs', query))
    const found = faults.readable(rows, readInstrument).flat()
    if (!pairs) listed = new Map(found.map(({ key, instrument }) => [key, instrument.pair]))
    return found.map(({ instrument }) => instrument)
  }

  async function tickers(): Promise<FeedTicker[]> {
    if (listed.size === 0) await instruments()
    return faults
      .readable(Object.entries(await read('Ticker')), (entry) => {
        const [key, json] = entry as [string, unknown]
        const pair = listed.get(key)
        return pair === undefined ? [] : readTicker(pair, fieldsOf(json, key))
      })
      .flat()
  }

  async function candles(pair: string, interval: CandleInterval, from: Instant, to: Instant) {
    const source = MADE_OF[interval] ?? interval
    const length = CANDLE_LENGTHS[source]
    const since = String(Math.floor((from - length) / 1_000))
    const { rows } = await readOne('OHLC', pair, { interval: String(length / 60_000), since })
    const all = strictly(EXCHANGE, () => rows.map(readCandle))
    if (all.some(({ time }, index) => time <= (all[index - 1]?.time ?? 0))) {
      throw unreadable(EXCHANGE, UNORDERED)
    }
    const nextOpening = (time: Instant) =>
      Math.ceil(time / CANDLE_LENGTHS[interval]) * CANDLE_LENGTHS[interval]
    const earliest = all.length < MAX_CANDLES ? from : Math.max(from, all[0]?.time ?? from)
    const wanted = all.filter(({ time }) => time >= nextOpening(earliest) && time < nextOpening(to))
    const found = source === interval ? wanted : joined(wanted, CANDLE_LENGTHS[interval])
    return { from: earliest === from ? from : nextOpening(earliest), candles: found }
  }

  async function seconds(pair: string, from: Instant, to: Instant): Promise<FeedStep[]> {
    const steps: FeedStep[] = []
    // In nanoseconds; one less than needed, so that it does not matter whether it is included.
    let since = BigInt(from) * 1_000_000n - 1n
    for (;;) {
      const query = { since: since.toString(), count: String(MAX_TRADES) }
      const { last, rows } = await readOne('Trades', pair, query)
      const trades = strictly(EXCHANGE, () => rows.map(readPastTrade))
      for (const { at: moment, price } of trades) {
        const at = Math.floor(moment / 1_000) * 1_000
        if (moment < from || moment >= to) continue
        if (at < (steps.at(-1)?.at ?? 0)) throw unreadable(EXCHANGE, UNORDERED)
        if (steps.at(-1)?.at === at) steps.pop()
        steps.push({ at, price })
      }
      const end = trades.at(-1)?.at ?? to
      if (rows.length < MAX_TRADES || end >= to) return steps
      const next = /^\d{19}$/.test(String(last)) ? BigInt(String(last)) - 1n : since
      if (next <= since) throw unreadable(EXCHANGE, new Unreadable('“last” does not move on'))
      since = next
    }
  }

  const dialect: StreamDialect = {
    url: ws,
    pulse: PULSE,
    streamsOf: (pair) => ['trade', 'ticker'].map((channel) => `${channel}:${symbolOf(pair)}`),
    channels: ['trade:', 'ticker:'],
    command,
    read: (message) => readMessage(message, faults),
    instruments,
  }

  return {
    name: 'kraken',
    instruments,
    tickers,
    candles,
    seconds,
    open(events) {
      faults.reportTo(events.unreadable)
      return openFeedSocket(dialect, events, clock, requests, faults)
    },
  }
}

/** Kraken answers 200 with a list of errors, such as `EQuery:Unknown asset pair`. */
function failureIn(answer: unknown): Pick<FeedFailure, 'kind' | 'message'> | undefined {
  const errors = (answer as { error?: unknown } | null)?.error
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
  if (first === undefined) return undefined
  const text = shown(first)
  const isLimit = /rate limit|too many requests|throttled|lockout/i.test(text)
  const kind = isLimit ? 'limited' : text.startsWith('EQuery') ? 'refused' : 'unreachable'
  return { kind, message: `${EXCHANGE} answered “${text}”.` }
}

/** Dark pools have no `wsname`: nobody can stream them, so they are left out. */
function readInstrument(entry: unknown): { key: string; instrument: FeedInstrument }[] {
  const [key, json] = entry as [string, unknown]
  const row = fieldsOf(json, key)
  if (row['wsname'] === undefined) return []
  const names = textOf(row['wsname'], `wsname of ${key}`).split('/')
  const pair = pairOf(names.map((name) => OLD_NAMES[name] ?? name).join('/'))
  if (altnameOf(pair) !== row['altname']) {
    throw new Unreadable(`${shown(row['wsname'])} is not ${shown(row['altname'])}`)
  }
  const split = pair.indexOf('_')
  const instrument: FeedInstrument = {
    pair,
    base: pair.slice(split + 1),
    quote: pair.slice(0, split),
    tick:
      row['tick_size'] === undefined
        ? stepOf(whole(row['pair_decimals'], `pair_decimals of ${key}`))
        : positive(row['tick_size'], `tick_size of ${key}`),
    lot: stepOf(whole(row['lot_decimals'], `lot_decimals of ${key}`)),
    minSize: notNegative(row['ordermin'], `ordermin of ${key}`),
    minTotal:
      row['costmin'] === undefined ? ZERO : notNegative(row['costmin'], `costmin of ${key}`),
    status: row['status'] === 'online' ? 'trading' : 'halted',
  }
  return [{ key, instrument }]
}

function stepOf(places: number) {
  if (places > 20) throw new Unreadable(`${places} decimal places`)
  return places === 0 ? decimal('1') : decimal(`0.${'1'.padStart(places, '0')}`)
}

/** None of a pair that never traded. */
function readTicker(pair: string, row: Fields): FeedTicker[] {
  const last = notNegative(rowsOf(row['c'], `last of ${pair}`)[0], `last of ${pair}`)
  if (isZero(last)) return []
  const [bid, , bidSize] = rowsOf(row['b'], `bid of ${pair}`)
  const [ask, , askSize] = rowsOf(row['a'], `ask of ${pair}`)
  const [, volume] = rowsOf(row['v'], `volume of ${pair}`)
  const [, average] = rowsOf(row['p'], `average of ${pair}`)
  const ticker: FeedTicker = {
    pair,
    last,
    open: positive(row['o'], `open of ${pair}`),
    quoteVolume: multiply(notNegative(volume, 'volume'), notNegative(average, 'average')),
    ...bookSides(bid, bidSize, ask, askSize),
  }
  return [ticker]
}

function readCandle(json: unknown): FeedCandle {
  const row = rowsOf(json, 'candle')
  return {
    time: whole(row[0], 'time') * 1_000,
    ...candlePrices(row.slice(1, 5)),
    volume: notNegative(row[6], 'volume'),
  }
}

/** Joins finer candles, which begin with a whole one. */
function joined(candles: readonly FeedCandle[], length: number): FeedCandle[] {
  const found: FeedCandle[] = []
  for (const candle of candles) {
    const time = Math.floor(candle.time / length) * length
    const last = found.at(-1)
    if (last?.time !== time) {
      found.push({ ...candle, time })
      continue
    }
    last.high = larger(last.high, candle.high)
    last.low = smaller(last.low, candle.low)
    last.close = candle.close
    last.volume = add(last.volume, candle.volume)
  }
  return found
}

/** Price, size and time in seconds with decimals come first. */
function readPastTrade(json: unknown): { at: Instant; price: FeedTrade['price'] } {
  const row = rowsOf(json, 'trade')
  const time = toText(positive(row[2], 'time of a trade'))
  const [seconds = '', fraction = ''] = time.split('.')
  const at = whole(seconds, 'time of a trade') * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return { at, price: positive(row[0], 'price of a trade') }
}

function command(method: string, streams: readonly string[], id: number) {
  const [channel] = streams[0]?.split(':') ?? []
  const symbol = streams.map((stream) => stream.slice(stream.indexOf(':') + 1))
  const options = channel === 'ticker' ? { event_trigger: 'bbo' } : { snapshot: false }
  return { method, params: { channel, symbol, ...options }, req_id: id }
}

function readMessage(message: Fields, faults: Faults): StreamMessage {
  if (message['method'] !== undefined) return readAnswer(message, faults)
  const rows = () => rowsOf(message['data'], 'data')
  switch (message['channel']) {
    case 'heartbeat':
      return { isData: true }
    case 'status':
      return readSystemStatus(rows())
    case 'trade': {
      const trades = faults.readable(rows(), readTrade)
      const last = trades.at(-1)
      return last ? { isData: true, time: last.at, trades } : {}
    }
    case 'ticker': {
      const quotes = faults.readable(rows(), readQuote)
      // A snapshot is as old as the last change of its pair.
      const time = message['type'] === 'update' ? quotes.at(-1)?.at : undefined
      return { isData: quotes.length > 0, quotes, ...(time !== undefined && { time }) }
    }
    default:
      throw new Unreadable(`“${shown(message['channel'] ?? message['error'])}” was not asked for`)
  }
}

function readAnswer(message: Fields, faults: Faults): StreamMessage {
  const { symbol } = fieldsOf(message['result'] ?? message, 'result')
  const isConfirmed = message['success'] === true
  if (!isConfirmed) faults.add(`a subscription was refused: ${shown(message['error'])}`)
  const id = whole(message['req_id'], 'req_id')
  return { answer: { id, symbol: textOf(symbol, 'symbol'), isConfirmed } }
}

/** Other states than `online` are `maintenance`, `cancel_only`, `post_only` and `limit_only`. */
const readSystemStatus = ([row]: readonly unknown[]): StreamMessage => ({
  isTrading: fieldsOf(row, 'status')['system'] === 'online',
})

function readTrade(json: unknown): FeedTrade {
  const row = fieldsOf(json, 'trade')
  return {
    pair: pairOf(textOf(row['symbol'], 'symbol')),
    id: whole(row['trade_id'], 'trade_id'),
    price: positive(row['price'], 'price of a trade'),
    size: positive(row['qty'], 'size of a trade'),
    at: timeOf(row['timestamp']),
  }
}

function readQuote(json: unknown) {
  const { symbol, timestamp, bid, bid_qty, ask, ask_qty } = fieldsOf(json, 'ticker')
  return {
    pair: pairOf(textOf(symbol, 'symbol')),
    ...(timestamp !== undefined && { at: timeOf(timestamp) }),
    ...bookSides(bid, bid_qty, ask, ask_qty),
  }
}

function timeOf(value: unknown): Instant {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)) ? Date.parse(String(value)) : NaN
  if (Number.isNaN(time)) throw new Unreadable(`“${shown(value)}” is not a time`)
  return time
}
