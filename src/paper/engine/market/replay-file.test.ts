import { describe, expect, it } from 'vitest'

import { readReplay } from './replay-file.ts'

const good = '2026-01-05T00:00:00Z,USDT_BTC,100,110,90,105,12.5'

it('a file of prices may have a heading, empty lines and candles among ticks', () => {
  const file = readReplay(
    `time,pair,open,high,low,close,volume\r\n${good}\r\n\n1767571260,USDT_BTC,106.5,0.3\n`,
  )
  expect(file).toEqual({
    rows: [
      {
        time: Date.UTC(2026, 0, 5),
        length: 60_000,
        pair: 'USDT_BTC',
        open: '100',
        high: '110',
        low: '90',
        close: '105',
        volume: '12.5',
      },
      {
        time: Date.UTC(2026, 0, 5, 0, 1),
        length: 1_000,
        pair: 'USDT_BTC',
        open: '106.5',
        high: '106.5',
        low: '106.5',
        close: '106.5',
        volume: '0.3',
      },
    ],
  })
})

it.each([
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,90', 'Line 2: 5 values where a candle has 7'],
  ['yesterday,USDT_BTC,100,110,90,105,1', 'Line 2: yesterday is no time'],
  ['2026-01-05T00:01:00Z,USDT_CAT,100,110,90,105,1', 'Line 2: USDT_CAT is not a pair'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,11O,90,105,1', 'Line 2: 11O is not a number'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,1e3,90,105,1', 'Line 2: 1e3 is not a number'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,0,105,1', 'Line 2: prices are more than 0'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,99,90,95,1', 'Line 2: open and close have to lie'],
  ['2026-01-05T00:01:00Z,USDT_BTC,100,110,90,105,-1', 'Line 2: the volume is less than 0'],
  ['2026-01-05T00:00:00Z,USDT_BTC,100,110,90,105,1', 'Line 2: the times of USDT_BTC do not'],
])('a file of prices is refused with the number of the line: %s', (line, fault) => {
  const file = readReplay(`${good}\n${line}\n`)
  expect('fault' in file && file.fault).toContain(fault)
})

it('a file of prices is refused when it holds nothing', () => {
  expect(readReplay('time,pair,open,high,low,close,volume\n')).toEqual({
    fault: 'The file holds no prices.',
  })
})

describe('a file as exchanges offer it', () => {
  const NAME = '/home/ann/BTCUSDT-1m-2026-01.csv'
  const AT = Date.UTC(2026, 0, 5)
  const kline = (time: string, open = '100') =>
    `${time},${open},110,90,105,6,${time},630,12,3,315,0`
  const rowsOf = (text: string) => {
    const file = readReplay(text, NAME)
    return 'rows' in file ? file.rows.map(({ time, pair, open }) => [time, pair, open]) : file
  }

  it.each([
    ['klines of Binance in milliseconds', kline(`${AT}`)],
    ['klines of Binance in microseconds', kline(`${AT}000`)],
    [
      'klines of Binance with a heading and a byte order mark',
      `\uFEFFopen_time,open,high,low,close,volume\r\n${kline(`${AT}`)}\r\n`,
    ],
    ['our candles in milliseconds', `${AT},USDT_BTC,100,110,90,105,6`],
  ])('replay reads %s', (_what, text) => {
    expect(rowsOf(text)).toEqual([[AT, 'USDT_BTC', '100']])
  })

  it('replay reads a file with the newest candle first', () => {
    expect(rowsOf([kline(`${AT + 60_000}`, '101'), kline(`${AT}`)].join('\n'))).toEqual([
      [AT, 'USDT_BTC', '100'],
      [AT + 60_000, 'USDT_BTC', '101'],
    ])
  })

  it.each([
    ['2026-02-30,USDT_BTC,100,6', 'prices.csv', '2026-02-30 is no time'],
    [kline(`${AT}`), 'prices.csv', 'name the file as Binance does'],
  ])('replay refuses %s of %s: %s', (text, name, sentence) => {
    expect(readReplay(text, name)).toEqual({ fault: expect.stringContaining(sentence) })
  })
})
