import { type Decimal, divide, isPositive, toText } from '#money/decimal.ts'

import { type Listing, padded, type ScriptedPair } from './scripted-market.ts'
import { type Answer, type Client, standIn, type Wording } from './stand-in.ts'

const MAX_ROWS = 720
const MAX_TRADES = 1_000
const INTERVALS = [1, 5, 15, 30, 60, 240, 1_440, 10_080, 21_600]

/** Pairs that a new stand-in lists by their names of WebSocket v2, with REST's key and altname. */
const LISTED: readonly (readonly [symbol: string, key: string, alt: string, price: string])[] = [
  ['BTC/USD', 'XXBTZUSD', 'XBTUSD', '64000.0'],
  ['DOGE/USD', 'XDGUSD', 'XDGUSD', '0.1624100'],
  ['ETH/BTC', 'XETHXXBT', 'ETHXBT', '0.04843'],
  ['1INCH/USD', '1INCHUSD', '1INCHUSD', '0.410'],
  ['SOL/USD', 'SOLUSD', 'SOLUSD', '142.87'],
]

export type KrakenStandIn = Awaited<ReturnType<typeof krakenStandIn>>

/** Kraken's public REST and WebSocket v2, by docs.kraken.com. */
export async function krakenStandIn(now: () => number = Date.now) {
  const names = new Map<string, { key: string; alt: string }>()
  const server = await standIn(wordingOf(names, now), now)
  let beat: ReturnType<typeof setInterval> | undefined

  function list(symbol: string, key: string, alt: string, rules: Partial<Listing> = {}): void {
    const [base = '', quoteName = ''] = symbol.split('/')
    names.set(symbol, { key, alt })
    server.list(symbol, {
      base,
      quote: quoteName,
      tick: '0.1',
      lot: '0.00000001',
      minSize: '0.00005',
      minTotal: '0.5',
      status: 'trading',
      ...rules,
    })
  }

  for (const [symbol, key, alt, price] of LISTED) {
    list(symbol, key, alt, { tick: `0.${'1'.padStart(price.split('.')[1]?.length ?? 1, '0')}` })
    server.past(symbol, [[now() - 60_000, price, '1']])
    server.pair(symbol).setQuote({ bid: price, ask: price, bidSize: '1', askSize: '1' })
  }

  function trade(symbol: string, price: string, size: string, at = now()): void {
    const { id } = server.pair(symbol).add(price, size, at)
    const row = { symbol, side: 'buy', price: `#${price}`, qty: `#${size}`, ord_type: 'limit' }
    const data = [{ ...row, trade_id: id, timestamp: stamp(at) }]
    server.publish(`trade:${symbol}`, written({ channel: 'trade', type: 'update', data }))
  }

  function quote(symbol: string, bid: string, ask: string, bidSize = '1', askSize = '1'): void {
    const pair = server.pair(symbol)
    pair.setQuote({ bid, ask, bidSize, askSize })
    server.publish(`ticker:${symbol}`, tickerMessage(pair, 'update', now()))
  }

  return {
    ...server,
    ws: `${server.ws}/v2`,
    list,
    trade,
    quote,
    heartbeat: () => server.send('{"channel":"heartbeat"}'),
    /** Heartbeats, and changes of the book of BTC/USD, of which Kraken has several a second. */
    beatEvery(milliseconds: number): void {
      clearInterval(beat)
      beat = setInterval(() => {
        server.send('{"channel":"heartbeat"}')
        const price = server.pair('BTC/USD').trades.at(-1)?.price ?? '64000.0'
        quote('BTC/USD', price, price)
      }, milliseconds)
    },
    system: (state: 'online' | 'maintenance') => server.send(statusMessage(state)),
    close: (): Promise<void> => {
      clearInterval(beat)
      return server.close()
    },
  }
}

/** Text that begins with # is written as a number, digit by digit. */
const written = (message: unknown): string =>
  JSON.stringify(message).replace(/"#([^"]*)"/g, (_, digits: string) => digits)

const stamp = (at: number): string => new Date(at).toISOString().replace('Z', '533Z')

const statusMessage = (system: string): string =>
  written({
    channel: 'status',
    type: 'update',
    data: [{ system, api_version: 'v2', version: '2.0.9' }],
  })

function tickerMessage(pair: ScriptedPair, type: 'snapshot' | 'update', now: number): string {
  const { bid, ask, bidSize, askSize } = pair.quote() ?? {
    bid: '0',
    ask: '0',
    bidSize: '0',
    askSize: '0',
  }
  const { low, high, close, volume } = pair.day(now)
  const book = { bid: `#${bid}`, bid_qty: `#${bidSize}`, ask: `#${ask}`, ask_qty: `#${askSize}` }
  const day = { last: `#${close}`, volume: `#${toText(volume)}`, low: `#${low}`, high: `#${high}` }
  const data = [{ symbol: pair.symbol, ...book, ...day, timestamp: stamp(now) }]
  return written({ channel: 'ticker', type, data })
}

type Names = ReadonlyMap<string, { key: string; alt: string }>

function wordingOf(names: Names, now: () => number): Wording {
  const fail = (error: string): Answer => ({ body: { error: [error] } })
  const unknownPair = () => fail('EQuery:Unknown asset pair')
  const keyOf = (pair: ScriptedPair): string => names.get(pair.symbol)?.key ?? pair.symbol
  const named = (listed: ReadonlyMap<string, ScriptedPair>, name: string) =>
    [...listed.values()].find(({ symbol }) => names.get(symbol)?.alt === name)

  return {
    path: '/v2',
    limited: { error: ['EGeneral:Too many requests'] },
    connected: (client) => client.send(statusMessage('online')),
    get(url, pairs) {
      const query = url.searchParams
      const asked = query.get('pair')?.split(',') ?? []
      const found = asked.map((name) => named(pairs, name))
      if (found.includes(undefined)) return unknownPair()
      const [own] = found
      switch (url.pathname) {
        case '/0/public/AssetPairs': {
          const rows = asked.length > 0 ? (found as ScriptedPair[]) : [...pairs.values()]
          return result(rows.map((pair) => [keyOf(pair), assetPair(pair, names)]))
        }
        case '/0/public/Ticker':
          return result([...pairs.values()].map((pair) => [keyOf(pair), ticker(pair, now())]))
        case '/0/public/OHLC':
          return own ? ohlc(own, keyOf(own), query, now()) : fail('EGeneral:Invalid arguments')
        case '/0/public/Trades':
          return own ? pastTrades(own, keyOf(own), query) : fail('EGeneral:Invalid arguments')
        default:
          return fail('EGeneral:Unknown method')
      }
    },
    command(client, { method, params, req_id }, pairs) {
      const { channel, symbol } = params as { channel: string; symbol: string[] }
      for (const one of symbol)
        answer(client, { method, channel, one, req_id, pair: pairs.get(one), now: now() })
    },
  }
}

const result = (rows: readonly [string, unknown][]): Answer => ({
  body: written({ error: [], result: Object.fromEntries(rows) }),
})

function answer(
  client: Client,
  asked: {
    method: unknown
    channel: string
    one: string
    req_id: unknown
    pair: ScriptedPair | undefined
    now: number
  },
): void {
  const { method, channel, one, req_id, pair } = asked
  const times = { time_in: stamp(asked.now), time_out: stamp(asked.now) }
  if (!pair) {
    const error = `Currency pair not supported ${one}`
    client.send(written({ error, method, req_id, success: false, symbol: one, ...times }))
    return
  }
  const stream = `${channel}:${one}`
  if (method === 'subscribe') client.streams.add(stream)
  else client.streams.delete(stream)
  const confirmed = { channel, symbol: one, ...(channel === 'ticker' && { event_trigger: 'bbo' }) }
  client.send(written({ method, req_id, result: confirmed, success: true, ...times }))
  if (method === 'subscribe' && channel === 'ticker') {
    client.send(tickerMessage(pair, 'snapshot', asked.now))
  }
}

function assetPair({ symbol, listing }: ScriptedPair, names: Names) {
  const old = (name: string): string => ({ BTC: 'XBT', DOGE: 'XDG' })[name] ?? name
  const places = (step: string): number => step.split('.')[1]?.length ?? 0
  return {
    altname: names.get(symbol)?.alt,
    wsname: symbol.split('/').map(old).join('/'),
    aclass_base: 'currency',
    base: listing.base,
    aclass_quote: 'currency',
    quote: listing.quote,
    lot: 'unit',
    cost_decimals: 5,
    pair_decimals: places(listing.tick),
    lot_decimals: places(listing.lot),
    lot_multiplier: 1,
    leverage_buy: [],
    leverage_sell: [],
    fees: [[0, '#0.4']],
    fee_volume_currency: 'ZUSD',
    margin_call: 80,
    margin_stop: 40,
    ordermin: listing.minSize,
    costmin: listing.minTotal,
    tick_size: listing.tick,
    status: listing.status === 'trading' ? 'online' : 'cancel_only',
  }
}

const average = (quoteVolume: Decimal, volume: Decimal): string =>
  isPositive(volume) ? toText(divide(quoteVolume, volume, 5, 'half-even')) : '0.0'

function ticker(pair: ScriptedPair, now: number) {
  const { bid, ask, bidSize, askSize } = pair.quote() ?? {
    bid: '0',
    ask: '0',
    bidSize: '0',
    askSize: '0',
  }
  const { open, high, low, close, volume, quoteVolume, count } = pair.day(now)
  const twice = (value: string) => [value, value]
  return {
    a: [ask, '1', padded(askSize)],
    b: [bid, '1', padded(bidSize)],
    c: [close, padded(pair.trades.at(-1)?.size ?? '0')],
    v: twice(padded(volume)),
    p: twice(average(quoteVolume, volume)),
    t: [count, count],
    l: twice(low),
    h: twice(high),
    o: open,
  }
}

/** The latest 720 rows, later than `since`; the last is unfinished. */
function ohlc(pair: ScriptedPair, key: string, query: URLSearchParams, now: number): Answer {
  const minutes = Number(query.get('interval') ?? 1)
  if (!INTERVALS.includes(minutes)) return { body: { error: ['EGeneral:Invalid arguments'] } }
  const length = minutes * 60_000
  const first = Math.floor(now / length) * length - (MAX_ROWS - 1) * length
  const since = Number(query.get('since') ?? 0) * 1_000 + 1
  const rows = pair.bars(length, Math.max(first, since), now + 1).map((bar) => {
    const { time, open, high, low, close, volume, quoteVolume, count } = bar
    const prices = [open, high, low, close, average(quoteVolume, volume), padded(volume)]
    return [time / 1_000, ...prices, count]
  })
  const last = Number(rows.at(-2)?.[0] ?? 0)
  return { body: { error: [], result: { [key]: rows, last } } }
}

/** Trades later than `since`, in nanoseconds, 1,000 at most. */
function pastTrades({ trades }: ScriptedPair, key: string, query: URLSearchParams): Answer {
  const since = query.get('since') ?? '0'
  const later = trades.filter(({ at }) => BigInt(at) * 1_000_000n > BigInt(since))
  const page = later.slice(0, Math.min(MAX_TRADES, Number(query.get('count') ?? MAX_TRADES)))
  const rows = page.map(({ id, at, price, size }) => {
    const seconds = `#${Math.floor(at / 1_000)}.${String(at % 1_000).padStart(3, '0')}`
    return [price, padded(size), seconds, 'b', 'l', '', id]
  })
  const last = page.length > 0 ? `${page.at(-1)?.at}000000` : since
  return { body: written({ error: [], result: { [key]: rows, last } }) }
}
