import { gzipSync, strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { readReplay, readReplayFile } from './replay-file.ts'

const AT = Date.UTC(2026, 0, 5)
const MINUTE = 60_000
const good = '2026-01-05T00:00:00Z,USDT_BTC,100,110,90,105,12.5'
const CANDLE = {
  time: AT,
  length: MINUTE,
  pair: 'USDT_BTC',
  open: '100',
  high: '110',
  low: '90',
  close: '105',
  volume: '6',
}
const TRADE = { ...CANDLE, length: 1_000, high: '100', low: '100', close: '100', volume: '0.3' }

const KLINES = 'BTCUSDT-1m-2026-01.csv'
const kline = (time: string, open = '100') => `${time},${open},110,90,105,6,${time},630,12,3,315,0`
const klineHeading =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore'
const cryptoDataDownload = (...lines: string[]) =>
  [
    'https://www.CryptoDataDownload.com',
    'Unix,Date,Symbol,Open,High,Low,Close,Volume USDT,Volume BTC,tradecount',
    ...lines,
  ].join('\r\n')

describe('price files as exchanges and charting platforms write them', () => {
  it.each([
    ['klines of Binance in milliseconds', KLINES, kline(`${AT}`), CANDLE],
    ['klines of Binance in microseconds', KLINES, kline(`${AT}000`), CANDLE],
    [
      'klines of Binance with a heading, a byte order mark and Windows line ends',
      `/home/ann/${KLINES}`,
      `\uFEFF${klineHeading}\r\n${kline(`${AT}`)}\r\n`,
      CANDLE,
    ],
    ['candles of Kraken', 'XBTUSDT_1.csv', `${AT / 1000},100,110,90,105,6,17`, CANDLE],
    ['trades of Kraken', 'XBTUSDT.csv', `${AT / 1000},100.0,0.30000000`, TRADE],
    [
      'candles of Coinbase by their heading',
      'BTC-USDT.csv',
      `time,low,high,open,close,volume\n${AT / 1000},90,110,100,105,6`,
      CANDLE,
    ],
    ['candles of Coinbase without one', 'BTC-USDT.csv', `${AT / 1000},90,110,100,105,6`, CANDLE],
    ['candles in the usual order', 'btcusdt.csv', `${AT / 1000},100,110,90,105,6`, CANDLE],
    [
      'trades of Bybit',
      'prices.csv',
      `timestamp,symbol,side,size,price,tickDirection\n${AT / 1000}.0547,BTCUSDT,Buy,0.3,100,PlusTick`,
      TRADE,
    ],
    [
      'spot trades of Bybit',
      'BTCUSDT_2026-01-05.csv',
      `id,timestamp,price,volume,side,rpi\n1,${AT + 74},100,0.3,sell,0`,
      TRADE,
    ],
    [
      'candles of Bybit, at their time in UTC+3',
      'BTCUSDT_1_2026-01-01_2026-01-31.csv',
      '2026.01.05 03:00,100,110,90,105,6',
      CANDLE,
    ],
    [
      'candles of OKX',
      'prices.csv',
      `instrument_name,open,high,low,close,vol,vol_ccy,vol_quote,open_time,confirm\nBTC-USDT,100,110,90,105,6,0,0,${AT},1`,
      CANDLE,
    ],
    [
      'candles of OKX without the one that was not over',
      'prices.csv',
      `instrument_name,open,high,low,close,vol,vol_ccy,vol_quote,open_time,confirm\nBTC-USDT,100,109,95,99,3,0,0,${AT},0\nBTC-USDT,100,110,90,105,6,0,0,${AT},1`,
      CANDLE,
    ],
    [
      'candles with the volume of the pair in the name of the file',
      'Kraken_BTCUSDT_minute.csv',
      `unix,open,high,low,close,Volume USDT,Volume XBT\n${AT},100,110,90,105,630,6`,
      CANDLE,
    ],
    [
      'trades of OKX',
      'prices.csv',
      `instrument_name,trade_id,side,price,size,created_time\nBTC-USDT,7,buy,100,0.3,${AT}`,
      TRADE,
    ],
    [
      'an export of TradingView with an indicator',
      'BINANCE_BTCUSDT, 1.csv',
      'time,open,high,low,close,Volume,Volume MA\n2026-01-05T01:00:00+01:00,100,110,90,105,6,NaN',
      CANDLE,
    ],
    [
      'an export of TradingView with an indicator whose name begins with a digit',
      'BINANCE_BTCUSDT, 1.csv',
      `time,open,high,low,close,Volume,50 EMA\n${AT / 1000},100,110,90,105,6,99`,
      CANDLE,
    ],
    [
      'CryptoDataDownload, with the volume of the base',
      'Binance_BTCUSDT_minute.csv',
      cryptoDataDownload(`${AT},2026-01-05 00:00:00,BTCUSDT,100,110,90,105,630,6,17`),
      CANDLE,
    ],
    [
      'dates without a zone as UTC, and semicolons',
      'prices.csv',
      'date;pair;open;high;low;close;volume\n2026-01-05 00:00:00;BTC/USDT;100;110;90;105;6',
      CANDLE,
    ],
    ['exponents', 'prices.csv', `${AT / 1000}e0,USDT_BTC,1e2,1.1E+2,900e-1,105,6E0`, CANDLE],
    ['our trades', 'prices.csv', `${AT},USDT_BTC,100,0.3`, TRADE],
  ])('replay reads %s', (_what, name, text, row) => {
    expect(readReplay(text, name)).toEqual({ rows: [row] })
  })

  it.each([
    ['from a zip', 'a.zip', zipSync({ [KLINES]: strToU8(kline(`${AT}`)) })],
    [
      'from a zip with the leftovers of a Mac',
      'BTCUSDT.zip',
      zipSync({ 'a.csv': strToU8(kline(`${AT}`)), '__MACOSX/a.csv': strToU8('x') }),
    ],
    ['from gzip', `${KLINES}.gz`, gzipSync(strToU8(kline(`${AT}`)))],
    [
      'from gzip in two parts',
      `${KLINES}.gz`,
      Buffer.concat([`${klineHeading}\n`, kline(`${AT}`)].map((part) => gzipSync(strToU8(part)))),
    ],
    ['uncompressed', KLINES, strToU8(kline(`${AT}`))],
  ])('replay reads candles %s', (_what, name, bytes) => {
    expect(readReplayFile(bytes, name)).toEqual({ rows: [CANDLE] })
  })

  it.each([
    [
      'a zip with two files',
      zipSync({ 'a.csv': new Uint8Array(), 'b.csv': new Uint8Array() }),
      '2 CSV files',
    ],
    ['a zip without prices', zipSync({ 'a.txt': new Uint8Array() }), '0 CSV files'],
    ['half a zip', zipSync({ 'a.csv': strToU8(good.repeat(50)) }).subarray(0, 60), 'damaged'],
    ['half a gzip', gzipSync(strToU8(good)).subarray(0, 20), 'damaged'],
    ['a gzip with a wrong checksum', gzipSync(strToU8(good)).fill(0, -8, -4), 'damaged'],
  ])('replay refuses %s', (_what, bytes, sentence) => {
    expect(readReplayFile(bytes, KLINES)).toEqual({ fault: expect.stringContaining(sentence) })
  })
})

describe('lines out of order', () => {
  const opens = (text: string) => {
    const file = readReplay(text, KLINES)
    return 'rows' in file ? file.rows.map(({ time, open }) => [(time - AT) / MINUTE, open]) : file
  }

  it('candles are replayed by their time, in whatever order the file has them', () => {
    const lines = [0, 2, 1].map((minute) => kline(`${AT + minute * MINUTE}`, `10${minute}`))
    const sorted = [
      [0, '100'],
      [1, '101'],
      [2, '102'],
    ]
    expect(opens(lines.join('\n'))).toEqual(sorted)
    expect(opens(lines.toReversed().join('\n'))).toEqual(sorted)
  })

  it('a candle that is there twice is replayed once', () => {
    expect(opens([kline(`${AT}`), kline(`${AT}`)].join('\n'))).toEqual([[0, '100']])
  })

  it('two different candles of one time are refused with both lines', () => {
    const text = [kline(`${AT}`), kline(`${AT + MINUTE}`), kline(`${AT}`, '99')].join('\n')
    expect(readReplay(text, KLINES)).toEqual({
      fault: 'Line 3: another candle than on line 1, of the same time.',
    })
  })

  it('a missing candle leaves a gap', () => {
    const lines = [0, 1, 5].map((minute) => kline(`${AT + minute * MINUTE}`))
    const file = readReplay(lines.join('\n'), KLINES)
    expect('rows' in file && file.rows.map(({ length }) => length)).toEqual([
      MINUTE,
      MINUTE,
      MINUTE,
    ])
  })

  it('the last trade of a second is its price, also with the newest first', () => {
    const lines = ['100.5,1', '101.5,2'].map((values) => `${AT},USDT_BTC,${values}`)
    lines.push(`${AT + 5_000},USDT_BTC,102,1`)
    for (const text of [lines, lines.toReversed()]) {
      const file = readReplay(text.join('\n'))
      expect('rows' in file && file.rows.map(({ close, volume }) => [close, volume])).toEqual([
        ['101.5', '3'],
        ['102', '1'],
      ])
    }
  })
})

describe('the pair of a price file', () => {
  const pairOf = (name: string, given?: string, text = kline(`${AT}`)) => {
    const file = readReplay(text, name, given)
    return 'rows' in file ? file.rows[0]?.pair : file.fault
  }

  it.each([
    ['BTC-USDT-candlesticks-2026-01.csv', 'USDT_BTC'],
    ['1000SATSUSDT-1m-2026-01.csv', 'USDT_1000SATS'],
    ['Poloniex_DOGEUSDT_d.csv', 'USDT_DOGE'],
    ['BYBIT_ETHUSDT.P, 15.csv', 'USDT_ETH'],
    ['USDCUSDT-1h.csv', 'USDT_USDC'],
    ['Coinbase-BTC-USDT.csv', 'USDT_BTC'],
  ])('%s is of %s', (name, pair) => {
    expect(pairOf(name)).toBe(pair)
  })

  it.each([
    ['prices.csv', 'Line 1: the name of the file names no pair: add --pair BTC/USDT.'],
    [
      'XBTUSD_1.csv',
      'Line 1: the paper account holds USDT: BTC/USD is played in it with --pair BTC/USDT.',
    ],
    [
      'BTCBUSD-1m-2022-01.csv',
      'Line 1: the paper account holds USDT: BTC/BUSD is played in it with --pair BTC/USDT.',
    ],
    [
      'ARBUSD.csv',
      'Line 1: the paper account holds USDT: ARB/USD is played in it with --pair ARB/USDT.',
    ],
    [
      'SHIBUSD.csv',
      'Line 1: the paper account holds USDT: SHIB/USD is played in it with --pair SHIB/USDT.',
    ],
  ])('no pair is taken from %s', (name, fault) => {
    expect(pairOf(name)).toBe(fault)
  })

  it.each(['BTC/USDT', 'btcusdt', 'BTC-USDT', 'BTC_USDT', 'USDT_BTC', 'XBT/USDT'])(
    '--pair %s is USDT_BTC',
    (given) => {
      expect(pairOf('XBTUSD_1.csv', given)).toBe('USDT_BTC')
    },
  )

  it('--pair plays a file of one other pair, and refuses one of two', () => {
    const line = (symbol: string, minute: number) =>
      `${AT + minute * MINUTE},${symbol},100,110,90,105,6`
    expect(pairOf('a.csv', 'ETH/USDT', line('ETH-USDT-SWAP', 0))).toBe('USDT_ETH')
    expect(pairOf('a.csv', 'ETH/USDT', `${line('ETH-USD', 0)}\n${line('BTC-USD', 1)}`)).toBe(
      'Line 2: BTC-USD after ETH-USD; --pair takes a file of one pair.',
    )
    expect(pairOf('a.csv', 'money', line('ETH-USD', 0))).toContain('money names no pair')
  })
})

it('a file of prices may have a heading and empty lines', () => {
  const text = `time,pair,open,high,low,close,volume\r\n${good}\r\n\n \n`
  expect(readReplay(text)).toEqual({ rows: [{ ...CANDLE, volume: '12.5' }] })
})

it.each([
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,90', 'Line 3: 5 values instead of 7'],
  ['yesterday,USDT_BTC,100,110,90,105,1', 'Line 3: yesterday is no time'],
  ['1.76757E+12,USDT_BTC,100,110,90,105,1', 'Line 3: 1.76757E+12 is no time'],
  ['2026-02-30,USDT_BTC,100,110,90,105,1', 'Line 3: 2026-02-30 is no time'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,11O,90,105,1', 'Line 3: high: “11O” is not a number'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,,90,105,1', 'Line 3: high: “” is not a number'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,0,105,1', 'Line 3: prices are more than 0'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,99,90,95,1', 'Line 3: open and close have to lie'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,90,105,-1', 'Line 3: the volume is less than 0'],
])('a file of prices is refused with the number of the line: %s', (line, fault) => {
  const file = readReplay(`${good}\n\n${line}\n`)
  expect('fault' in file && file.fault).toContain(fault)
})

it.each([
  ['XBTUSDT_1.csv', '100,110,90,105,6,17', '100,110,90,105,x,17'],
  ['BTC-USDT.csv', '90,110,100,105,6', '90,110,100,105,x'],
])('the wrong line of %s is found by the columns of its exchange', (name, fine, wrong) => {
  const text = [fine, fine, wrong].map((line, minute) => `${AT + minute * MINUTE},${line}`)
  expect(readReplay(text.join('\n'), name)).toEqual({
    fault: 'Line 3: volume: “x” is not a number.',
  })
})

it.each([
  ['time,pair,open,high,low,close,volume\n', 'The file holds no prices.'],
  ['time,open,high,low,close\n1767571200,1,1,1,1', 'The heading names no volume.'],
  ['Datum,Kurs,volume\n2026-01-05,100,1', 'The heading names no time.'],
  ['time,Kurs,volume\n2026-01-05,100,1', 'The heading names no prices.'],
  [
    `open_time,open,high,low,close,volume,note\n${AT},1,1,1,1,1,"a\n${AT + MINUTE},1,1,1,1,1,b`,
    'Line 2: a quoted value has no end.',
  ],
  [
    `open_time,open,high,low,close,volume,confirm\n${AT},1,1,1,1,1,0`,
    'Line 2: no candle was over yet.',
  ],
  [`${AT},100`, 'Line 1: 2 values; without a heading there are 3, 4, 6, 7 or 12.'],
])('a file of prices is refused as a whole: %j', (text, fault) => {
  expect(readReplay(text, KLINES)).toEqual({ fault })
})
