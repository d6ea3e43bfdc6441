import { expect, it } from 'vitest'

import { scriptedWorld, START } from '#testing/scripted-world.ts'

const MINUTE = 60_000

const candlesTo = (to: number, now: number) => {
  const { engine, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 30s 120, 59s 90, 90s 110, 100s 130',
    },
    balances: {},
  })
  at(now)
  const span = { from: START, to: START + to * 1000 }
  return engine.candles({ pair: 'USDT_BTC', interval: '1m', ...span })
}

it('a candle that is over is whole, wherever in it the range that is asked for ends', () => {
  const [whole] = candlesTo(60, 95)
  expect(whole).toMatchObject({ time: START, open: '100', high: '120', low: '90', close: '90' })
  expect(candlesTo(0, 95)).toEqual([whole])
  expect(candlesTo(59.5, 95)).toEqual([whole])
})

it('a candle that is not over ends now, also where a later end is asked for', () => {
  const [, running] = candlesTo(60, 95)
  expect(running).toMatchObject({ time: START + MINUTE, high: '110', close: '110' })
  expect(candlesTo(600, 95)).toHaveLength(2)
  expect(candlesTo(600, 95)[1]).toEqual(running)
})
