import { expect, it } from 'vitest'

import { scriptedWorld, START } from '#testing/scripted-world.ts'

import type { Market } from './market.ts'
import { candlesOf } from './quotes.ts'

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

/** Answers candles of a minute up to a second after the start, and how many were calculated. */
function countedCandles(facts: Partial<Market> = {}) {
  const { world } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 30s 120, 100s 90' },
    balances: {},
  })
  const pair = world.market.instrument('USDT_BTC')
  if (!pair) throw new Error('no pair')
  let calculated = 0
  const range: Market['range'] = (...span) => {
    calculated += 1
    return world.market.range(...span)
  }
  const market = { ...world.market, ...facts, range }
  return (second: number, most = Infinity) => {
    calculated = 0
    const span = { from: START, to: START + second * 1000, now: START + second * 1000, most }
    return { candles: candlesOf(market, pair, MINUTE, span), calculated }
  }
}

it('candles that were answered before are not calculated again, apart from the current one', () => {
  const answer = countedCandles()
  const first = answer(95)
  expect(first.calculated).toBe(2)
  expect(answer(95)).toEqual({ candles: first.candles, calculated: 0 })
  const later = answer(110)
  expect(later.calculated).toBe(1)
  expect(later.candles).toEqual(countedCandles()(110).candles)
  expect(later.candles[1]).not.toEqual(first.candles[1])
})

it('candles of a live market are calculated each time, because a gap may be filled in', () => {
  const answer = countedCandles({ grows: true })
  expect([answer(95).calculated, answer(95).calculated]).toEqual([2, 2])
})

it('the oldest kept candles go first when too many were answered', () => {
  const answer = countedCandles()
  answer(60 * 9_000 - 1)
  expect(answer(60 * 9_000 - 1).calculated).toBe(0)
  answer(60 * 9_000 + 59)
  expect(answer(59).calculated).toBe(1)
})
