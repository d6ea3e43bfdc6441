import { describe, expect, it } from 'vitest'

import { readReplay } from './replay-market.ts'

const good = '2026-01-05T00:00:00Z,USDT_BTC,100,110,90,105,12.5'

describe('a file of prices', () => {
  it('may have a heading, empty lines and candles among ticks', () => {
    const file = readReplay(
      `time,pair,open,high,low,close,volume\r\n${good}\r\n\n1767571260,USDT_BTC,106.5,0.3\n`,
    )
    expect(file).toEqual({
      rows: [
        {
          time: Date.UTC(2026, 0, 5),
          pair: 'USDT_BTC',
          open: '100',
          high: '110',
          low: '90',
          close: '105',
          volume: '12.5',
        },
        {
          time: Date.UTC(2026, 0, 5, 0, 1),
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
  ])('is refused with the number of the line: %s', (line, fault) => {
    const file = readReplay(`${good}\n${line}\n`)
    expect('fault' in file && file.fault).toContain(fault)
  })

  it('is refused when it holds nothing', () => {
    expect(readReplay('time,pair,open,high,low,close,volume\n')).toEqual({
      fault: 'The file holds no prices.',
    })
  })
})
