import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { memoryStore } from '#testing/memory-store.ts'

import { openWorld, originFault } from '../open-world.ts'
import { readReplay } from './replay-file.ts'
import { replayMarket, type ReplayRow } from './replay-market.ts'

const START = Date.UTC(2026, 10, 21, 9)
const SECOND = 1_000

function rowsOf(...lines: string[]): ReplayRow[] {
  const file = readReplay(lines.join('\n'))
  if ('fault' in file) throw new Error(file.fault)
  return file.rows
}

const rows = rowsOf(
  '2026-01-05T00:00:00Z,USDT_BTC,100,120,90,110,60',
  '2026-01-05T00:01:00Z,USDT_BTC,110,115,80,85,30',
  '2026-01-05T00:01:00Z,USDT_ETH,20.004,20.006,19,19.5,6',
)

describe('replayed prices', () => {
  const market = replayMarket(rows, START)
  const price = (second: number): number => market.last('USDT_BTC', START + second * SECOND) / 100

  it('prices that are played again begin with the world, a rising candle by its low, a falling one by its high', () => {
    expect([0, 19, 20, 40, 59].map(price)).toEqual([100, 100, 90, 120, 110])
    expect([60, 80, 100, 119, 5_000].map(price)).toEqual([110, 115, 80, 85, 85])
  })

  it('trade the pairs of the file alone, on their ticks', () => {
    expect(market.instruments.map(({ pair }) => pair)).toEqual(['USDT_BTC', 'USDT_ETH'])
    expect(market.last('USDT_ETH', START)).toBe(2_000)
  })

  it('replayed prices keep their digits below the tick of a listed pair', () => {
    const low = rowsOf('2026-01-05T00:00:00Z,USDT_ETH,0.03125,0.03126,0.03121,0.03122,6')
    const played = replayMarket(low, START)
    expect(played.last('USDT_ETH', START)).toBe(3_125)
    expect(played.instruments).toMatchObject([{ tick: '0.00001', places: 5, lot: '0.0001' }])
  })

  it('prices that are played again are found where an order waits for them', () => {
    const at = market.firstOutside('USDT_BTC', START, START + 3_600_000, 8_000, Infinity)
    expect(at).toBe(START + 100 * SECOND)
    expect(market.firstOutside('USDT_BTC', START, START + 3_600_000, 7_999, Infinity)).toBe(
      undefined,
    )
  })

  it('prices that are played again have the range and the volume of the rows', () => {
    expect(market.range('USDT_BTC', START, START + 59 * SECOND)).toEqual({
      low: 9_000,
      high: 12_000,
    })
    expect(market.volume('USDT_BTC', START + 30 * SECOND, START + 90 * SECOND)).toBe(30 + 15)
  })
})

describe('a file with short candles, single prices and gaps', () => {
  const prices = (text: readonly string[], seconds: readonly number[]): number[] => {
    const market = replayMarket(rowsOf(...text), START)
    return seconds.map((second) => market.last('USDT_BTC', START + second * SECOND) / 100)
  }

  it.each([
    [1, [0, 1, 2], [105, 115, 125]],
    [2, [0, 1, 2, 3, 4, 5], [90, 105, 100, 115, 110, 125]],
    [3, [0, 1, 2, 3, 4, 5], [100, 90, 105, 110, 100, 115]],
  ])(
    'a file with short candles, single prices and gaps ends each candle of %i s at its close',
    (length, seconds, expected) => {
      const text = [0, 1, 2].map((index) => {
        const [open, high, low, close] = [100, 120, 90, 105].map((price) => price + 10 * index)
        const at = new Date(Date.UTC(2026, 0, 5) + index * length * SECOND).toISOString()
        return `${at},USDT_BTC,${open},${high},${low},${close},1`
      })
      expect(prices(text, seconds)).toEqual(expected)
    },
  )

  it('a file with short candles, single prices and gaps takes the last of several trades in a second, and all of their volume', () => {
    const text = [
      '2026-01-05T00:00:00.100Z,USDT_BTC,100,1',
      '2026-01-05T00:00:00.100Z,USDT_BTC,120,2',
      '2026-01-05T00:00:00.900Z,USDT_BTC,110,3',
      '2026-01-05T00:00:01.000Z,USDT_BTC,111,4',
    ]
    expect(prices(text, [0, 1])).toEqual([110, 111])
    const market = replayMarket(rowsOf(...text), START)
    expect(market.volume('USDT_BTC', START, START + SECOND)).toBe(6)
  })

  it('a file with short candles, single prices and gaps holds the close of the candle before a gap through all of it, without volume', () => {
    const text = [
      '2026-01-05T00:00:00Z,USDT_BTC,100,120,90,110,60',
      '2026-01-05T00:01:00Z,USDT_BTC,110,120,90,115,60',
      '2026-01-05T01:00:00Z,USDT_BTC,200,220,190,210,60',
    ]
    expect(prices(text, [60, 80, 100, 119, 120, 1_800, 3_599])).toEqual([
      110, 90, 120, 115, 115, 115, 115,
    ])
    expect(prices(text, [3_600, 3_620, 3_640, 3_659, 3_700])).toEqual([200, 190, 220, 210, 210])
    const market = replayMarket(rowsOf(...text), START)
    expect(market.volume('USDT_BTC', START + 120 * SECOND, START + 3_600 * SECOND)).toBe(0)
    expect(market.volume('USDT_BTC', START, START + 7_200 * SECOND)).toBe(180)
  })

  it('a file with short candles, single prices and gaps holds a single price before a gap, with its volume in its second', () => {
    const text = ['2026-01-05T00:00:00Z,USDT_BTC,100,6', '2026-01-05T00:10:00Z,USDT_BTC,200,6']
    const market = replayMarket(rowsOf(...text), START)
    expect(market.volume('USDT_BTC', START + SECOND, START + 600 * SECOND)).toBe(0)
    expect(prices(text, [0, 599, 600])).toEqual([100, 100, 200])
  })
})

describe('a pair that the exchange does not list', () => {
  const text = [
    '2026-01-05T00:00:00Z,USDT_PEPE,0.0000123,0.00001240,0.000012,0.000012111,12000000.5',
    '2026-01-05T00:01:00Z,USDT_PEPE,0.0000121,0.0000122,0.000012,0.0000121,59.25',
  ]

  it('a pair that the exchange does not list has the ticks and lots of its file', () => {
    const market = replayMarket(rowsOf(...text), START)
    expect(market.instrument('USDT_PEPE')).toMatchObject({
      base: 'PEPE',
      quote: 'USDT',
      tick: '0.000000001',
      lot: '0.01',
      maxLeverage: 1,
    })
    expect(market.last('USDT_PEPE', START)).toBe(12_300)
  })

  it('a second takes a 600th of the hourly volume of an unlisted pair, and at least one lot', () => {
    expect(replayMarket(rowsOf(...text), START).instruments[0]?.depth).toBe('600002.99')
    const still = rowsOf('2026-01-05T00:00:00Z,USDT_PEPE,1,1,1,1,0')
    expect(replayMarket(still, START).instruments[0]?.depth).toBe('1')
  })

  it('prices with noise beyond 15 digits are rounded to ticks that stay exact', () => {
    const noisy = rowsOf('2026-01-05T00:00:00Z,USDT_ABC,89123.4500000000123,89124,89123,89123.5,1')
    const market = replayMarket(noisy, START)
    expect(market.instruments[0]?.tick).toBe('0.0000000001')
    expect(market.last('USDT_ABC', START)).toBe(891_234_500_000_000)
  })

  it('an order for a pair that the exchange does not list fills at the prices of the file', async () => {
    const store = memoryStore()
    const market = { kind: 'replay', rows: rowsOf(...text) } as const
    const origin = { kind: 'empty', seed: 1, madeAt: START, user: 'trader', market } as const
    const engine = openWorld(origin, undefined, store.past)
    const { id } = engine.createSmartTrade({
      account_id: engine.exchanges()[0]?.account_id ?? 0,
      pair: 'USDT_PEPE',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: decimal('1000000') },
        price: { value: decimal('0.0000122') },
      },
    })
    engine.advance(START + 3_600_000)
    const trade = await engine.smartTrade(id)
    expect(trade.position.status.type).toBe('finished')
    expect(trade.data.average_enter_price_without_commission).toBe('0.0000122')
  })
})

describe('a world on played prices', () => {
  const origin = { kind: 'empty', seed: 1, madeAt: START, user: 'trader' } as const
  const market = { kind: 'replay', rows } as const

  it('a world on played prices fills orders at them, and goes on with them when it is opened again', async () => {
    const store = memoryStore()
    const engine = openWorld({ ...origin, market }, undefined, store.past)
    const [account] = engine.exchanges()
    const { id } = engine.createSmartTrade({
      account_id: account?.account_id ?? 0,
      pair: 'USDT_BTC',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: decimal('1') },
        price: { value: decimal('91') },
      },
      stop_loss: {
        enabled: true,
        order_type: 'market',
        conditional: { price: { value: decimal('81') } },
      },
    })
    engine.advance(START + 30 * SECOND)
    expect((await engine.smartTrade(id)).data.entered_total).toBe('91')
    store.keep(engine.takeChanges())
    const again = openWorld(origin, store.read(), store.past)
    again.advance(START + 100 * SECOND)
    expect((await again.smartTrade(id)).status.type).toBe('stop_loss_finished')
    expect(again.pairs()).toHaveLength(2)
  })

  it('values an account without a price for bitcoin', async () => {
    const own = rowsOf('2026-01-05T00:01:00Z,USDT_ETH,20,20,19,19.5,6')
    const store = memoryStore()
    const engine = openWorld(
      { ...origin, market: { kind: 'replay', rows: own } },
      undefined,
      store.past,
    )
    expect(engine.balanceTable('summary')[0]).toMatchObject({ usd_value: '10000', btc_value: '0' })
    engine.advance(START + 600 * SECOND)
    store.keep(engine.takeChanges())
    expect((await engine.balanceHistory('summary', START, START + 600 * SECOND))[0]?.btc).toBe(0)
  })

  it('a world on played prices is an empty one', () => {
    expect(originFault({ ...origin, kind: 'demo', market })).toMatch(/empty world/)
    expect(() =>
      openWorld({ ...origin, kind: 'demo', market }, undefined, memoryStore().past),
    ).toThrow(/empty world/)
  })
})
