import { describe, expect, it } from 'vitest'

import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'

const QUARTER = 900
const HOUR = 3_600

it('a bot that starts as soon as it can opens a deal at once, and the next when its pause is over', () => {
  const { at, bot } = aDca('0s 100, 10s 105', { cooldown_between_trades: 60 })
  at(1)
  expect(bot().total_trades).toBe(1)
  at(69)
  expect(bot()).toMatchObject({ active_trades: 0, total_trades: 1 })
  at(70)
  expect(bot()).toMatchObject({ active_trades: 1, total_trades: 2 })
})

it('a bot that starts as soon as it can keeps several deals open at a time, each with its own profit', () => {
  const { at, bot } = aDca(
    [
      [0, 100],
      [10, 104],
      [2 * HOUR, 105],
    ],
    { max_active_trades: 2 },
  )
  at(HOUR + 2)
  expect(bot()).toMatchObject({ active_trades: 2, total_trades: 2 })
  at(2 * HOUR)
  // The first closes at 105, the second, bought at 104, waits for 109.2.
  expect(bot().total_profit).toBe('4.795')
  expect(bot().active_trades).toBe(1)
})

it('a bot that starts as soon as it can tries again in an hour when there is no money', () => {
  const { at, bot, engine, account } = aDca('0s 100', {}, { usdt: '50' })
  at(HOUR)
  expect(bot()).toMatchObject({ status: 'running', total_trades: 0 })
  expect(engine.balanceTable(account.connectionId)[0]?.position_available).toBe('50')
})

it('a bot that cannot pay for a deal reports it once, and again when it is started again', async () => {
  const { at, id, engine, events } = aDca('0s 100', {}, { usdt: '50' })
  at(3 * HOUR)
  const failed = async () => (await events()).filter((type) => type === 'order_failed')
  expect(await failed()).toHaveLength(1)
  expect((await engine.dcaBot(id, true)).events?.[0]).toMatchObject({
    message: 'There is not enough money for a deal.',
  })
  engine.stopDcaBot(id, 'leave')
  engine.startDcaBot(id)
  at(6 * HOUR)
  expect(await failed()).toHaveLength(2)
})

it('a bot that starts as soon as it can leaves its pause between deals that are open at once, too', () => {
  const { at, bot } = aDca('0s 100', { max_active_trades: 2, cooldown_between_trades: 5_000 })
  at(4_999)
  expect(bot().total_trades).toBe(1)
  at(5_001)
  expect(bot().total_trades).toBe(2)
})

it('a bot that starts as soon as it can tries again after its pause when the price ran away from its money', () => {
  const { at, bot } = aDca('0s 100, 2s 101', { cooldown_between_trades: 5_000 }, { usdt: '100.2' })
  at(4_999)
  // 101 and its fee are more than there is.
  expect(bot()).toMatchObject({ active_trades: 0, total_trades: 0 })
  at(5_002)
  expect(bot()).toMatchObject({ active_trades: 1, total_trades: 1 })
})

it('a bot that starts as soon as it can is stopped, its deal sold and its orders taken back, by selling everything', async () => {
  const { at, bot, engine, account, events, free } = aDca('0s 100, 10s 98')
  at(10)
  engine.sellAllToUsd(account.connectionId)
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0 })
  // 98 − 100 − 0.1 − 0.098
  expect(bot().total_profit).toBe('-2.198')
  expect(free('USDT')).toBe('9997.802')
  expect((await events()).slice(-2)).toEqual(['deal_closed', 'stopped'])
})

describe('a bot that is started by hand', () => {
  const manual = { start_condition: 'manual' } as const

  it('a bot that is started by hand opens nothing by itself, and one deal for each request', () => {
    const { at, bot, engine, id } = aDca('0s 100', manual)
    at(HOUR)
    expect(bot().total_trades).toBe(0)
    engine.startDeal(id)
    at(HOUR + 1)
    expect(bot().active_trades).toBe(1)
    expect(() => engine.startDeal(id)).toThrow('its maximum of open deals')
  })

  it('a bot that is started by hand refuses another pair and a check of signals, naming both, and opens nothing', () => {
    const { bot, engine, id } = aDca('0s 100', manual)
    const asked = { pair: 'ETH/USDT', start: 'signals' } as const
    expect(() => engine.startDeal(id, asked)).toThrow(
      expect.objectContaining({
        attributes: {
          pair: ['This bot trades BTC/USDT.'],
          start: ['A deal starts now: no signal is checked.'],
        },
      }),
    )
    expect(bot().active_trades).toBe(0)
    engine.startDeal(id, { pair: 'BTC/USDT', start: 'now' })
    expect(bot().active_trades).toBe(1)
  })

  it('a bot that is started by hand keeps its pause', () => {
    const { at, engine, id } = aDca('0s 100, 10s 105', {
      ...manual,
      cooldown_between_trades: 60,
    })
    engine.startDeal(id)
    at(69)
    expect(() => engine.startDeal(id)).toThrow('pause')
    at(70)
    expect(engine.startDeal(id).active_trades).toBe(1)
  })
})

describe('a bot that obeys alerts', () => {
  const charting = { start_condition: 'charting_signal' } as const

  it('a bot that obeys alerts has a secret, which no other bot has', () => {
    expect(aDca('0s 100', charting).secret).toBe('a secret')
    expect(aDca('0s 100').secret).toBeUndefined()
  })

  it('a bot that obeys alerts opens a long on buy and closes it on sell', () => {
    const { at, bot, engine, id } = aDca('0s 100, 20s 102', charting)
    at(10)
    engine.receiveSignal(id, 'buy')
    at(20)
    engine.receiveSignal(id, 'sell')
    // 102 − 100 − 0.1 − 0.102
    expect(bot()).toMatchObject({ active_trades: 0, total_profit: '1.798' })
  })

  it('a bot that obeys alerts opens a short on sell and closes it on close', () => {
    const { at, bot, engine, id, owed } = aShort('0s 100, 20s 102', charting)
    at(10)
    engine.receiveSignal(id, 'sell')
    at(20)
    engine.receiveSignal(id, 'close')
    // 100 − 102 − 0.1 − 0.102
    expect(bot().total_profit).toBe('-2.202')
    expect(owed('BTC')).toBe('0')
  })

  it('a bot that obeys alerts says why it ignores an alert', async () => {
    const { at, engine, id, bot } = aDca('0s 100', charting)
    at(10)
    engine.receiveSignal(id, 'buy')
    engine.receiveSignal(id, 'buy')
    const [ignored] = (await engine.dcaBot(id, true)).events ?? []
    expect(ignored).toMatchObject({
      type: 'signal_ignored',
      message: 'The bot already has its maximum of open deals.',
    })
    expect(bot().total_trades).toBe(1)
  })

  it.each(['sell', 'close'] as const)(
    'an alert to %s closes no deal while its pair is halted, and says so',
    async (action) => {
      const { at, engine, id, bot, setHalted } = aDca('0s 100, 20s 102', charting)
      at(10)
      engine.receiveSignal(id, 'buy')
      at(20)
      setHalted('USDT_BTC', true)
      engine.receiveSignal(id, action)
      expect(bot()).toMatchObject({ active_trades: 1, total_profit: '0' })
      expect((await engine.dcaBot(id, true)).events?.[0]).toMatchObject({
        type: 'signal_ignored',
        message: 'Harbour does not trade USDT_BTC now.',
      })
      setHalted('USDT_BTC', false)
      engine.receiveSignal(id, action)
      expect(bot()).toMatchObject({ active_trades: 0, total_profit: '1.798' })
    },
  )
})

describe('a bot that follows an indicator', () => {
  const opensAt = (
    prices: Prices,
    start_condition: DcaBotDraft['start_condition'],
    second: number,
    make = aDca,
  ) => {
    const { at, bot } = make(prices, { start_condition })
    at(second - 1)
    const before = bot().total_trades
    at(second)
    return [before, bot().total_trades]
  }
  const FALL = '0s 100, 600s 90'
  const RISE = '0s 100, 600s 110'

  it('a bot that follows an indicator opens at the close of the candle that makes the index oversold', () => {
    // Nothing rose over 14 candles: the index is 0 once the first has fallen.
    expect(opensAt(FALL, 'rsi', QUARTER)).toEqual([0, 1])
    expect(opensAt(RISE, 'rsi', QUARTER)).toEqual([0, 0])
    expect(opensAt(RISE, 'rsi', QUARTER, aShort)).toEqual([0, 1])
  })

  it('a bot that follows an indicator leaves the price of the second in which a candle ends to the next candle', () => {
    const late = [
      [0, 100],
      [QUARTER, 90],
    ] as const
    expect(opensAt(late, 'rsi', QUARTER)).toEqual([0, 0])
    expect(opensAt(late, 'rsi', 2 * QUARTER)).toEqual([0, 1])
  })

  it('a bot that follows an indicator opens below the lower band', () => {
    // 19 closes of 100 and one of 90: 99.5 − 2 × 2.179 = 95.14.
    expect(opensAt(FALL, 'bollinger_bands', HOUR)).toEqual([0, 1])
    expect(opensAt('0s 100, 600s 100', 'bollinger_bands', HOUR)).toEqual([0, 0])
    expect(opensAt(RISE, 'bollinger_bands', HOUR, aShort)).toEqual([0, 1])
  })

  it('a bot that follows an indicator opens where the line crosses its signal', () => {
    expect(opensAt(RISE, 'macd', HOUR)).toEqual([0, 1])
    expect(opensAt(FALL, 'macd', HOUR)).toEqual([0, 0])
    expect(opensAt(FALL, 'macd', HOUR, aShort)).toEqual([0, 1])
  })
})

it('a DCA bot shows its newest 500 events', async () => {
  const { engine, id, at } = aDca('0s 100', {
    start_condition: 'charting_signal',
    max_active_trades: 1,
  })
  engine.receiveSignal(id, 'buy')
  at(1)
  // Each is turned down, since the one deal is open, and leaves an event.
  for (let alert = 0; alert < 600; alert++) engine.receiveSignal(id, 'buy')
  const numbers = ((await engine.dcaBot(id, true)).events ?? []).map((event) => Number(event.id))
  expect(numbers).toHaveLength(500)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(numbers[0]).toBeGreaterThan(600)
})
