import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aGrid } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'

/** Four tenths of a coin find a counterparty each second. */
const depth = '0.4'

describe('a grid whose lines are larger than what a second offers', () => {
  const FALL: Prices = '0s 100, 20s 90'

  it('a grid whose lines are larger than what a second offers buys the coins of its start part by part, and places the lines above when it has them', () => {
    const { at, lines, bot, free } = aGrid('0s 100', {}, { depth })
    at(4)
    // 1.6 of 2 coins at 100
    expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell later', '120 sell later'])
    // 10,000 − 160.16, and 170.17 + 40.04 held
    expect(free('USDT')).toBe('9669.67')
    expect(bot().investment_base_currency).toBe('200')
    at(5)
    expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell', '120 sell'])
    expect(free('USDT')).toBe('9629.63')
  })

  it('a grid whose lines are larger than what a second offers counts what a line has bought, and turns it when all of it is there', async () => {
    const { at, bot, lines, engine } = aGrid(FALL, {}, { depth })
    at(20)
    expect(bot().bought_volume).toBe('0.4')
    expect(lines()).toEqual(['80 buy', '90 buy', '100 waits', '110 sell', '120 sell'])
    at(22)
    expect(bot().bought_volume).toBe('1')
    expect(lines()).toEqual(['80 buy', '90 waits', '100 sell', '110 sell', '120 sell'])
    expect((await engine.history({})).at(-1)).toMatchObject({
      filled: { units: '1', total: '90' },
      commission: { amount: '0.09' },
    })
  })

  it('realises a profit when the whole line is sold', () => {
    const { at, bot } = aGrid(`${FALL}, 30s 100`, {}, { depth })
    at(31)
    expect(bot()).toMatchObject({ sold_volume: '0.8', current_profit: '0' })
    at(32)
    // 100 − 90 − 0.1 − 0.09
    expect(bot()).toMatchObject({ current_profit: '9.81', total_profits_count: 1 })
  })

  it('a grid whose lines are larger than what a second offers goes on with a line that is begun when only so many may be active', () => {
    const { at, lines } = aGrid(
      '0s 100, 20s 90, 21s 110, 30s 90',
      { max_active_buy_lines: 1 },
      { depth: '0.5' },
    )
    at(22)
    // The line at 110 is sold and 100 would buy, but half of the line at 90 has been bought.
    expect(lines()).toEqual(['80 buy later', '90 buy', '100 buy later', '110 waits', '120 sell'])
    at(30)
    expect(lines()).toEqual(['80 buy', '90 waits', '100 sell', '110 waits', '120 sell'])
  })

  it('a grid whose lines are larger than what a second offers keeps the part of a line when it is stopped, and has it in the history', async () => {
    const { at, engine, id, free } = aGrid(FALL, {}, { depth })
    at(21)
    engine.stopGridBot(id)
    // 2 from the start and 0.8 of the line
    expect(free('BTC')).toBe('2.8')
    // 10,000 − 200.2 − 72.072
    expect(free('USDT')).toBe('9727.728')
    expect((await engine.history({})).at(-1)).toMatchObject({
      status: { value: 'cancelled' },
      filled: { units: '0.8', total: '72', value: '80' },
      profit: null,
    })
  })

  it('realises what was sold of a line that is taken back', async () => {
    const { at, engine, id, bot } = aGrid('0s 100, 20s 110', {}, { depth })
    at(20)
    engine.stopGridBot(id)
    // 0.4 × (110 − 100) − 0.044 − 0.04
    expect(bot().current_profit).toBe('3.916')
    expect(bot().total_profits_count).toBe(0)
    expect((await engine.history({})).at(-1)?.profit?.amount).toBe('3.916')
  })

  it('a grid whose lines are larger than what a second offers that is stopped in the first seconds has bought no more than it has', async () => {
    const { at, engine, id, free } = aGrid('0s 100', {}, { depth })
    at(2)
    engine.stopGridBot(id)
    expect(free('BTC')).toBe('0.8')
    // 10,000 − 80.08
    expect(free('USDT')).toBe('9919.92')
    expect(await engine.history({})).toMatchObject([
      { status: { value: 'cancelled' }, filled: { units: '0.8', total: '80' } },
    ])
  })
})

describe('the last order of a stopped grid', () => {
  const CRASH: Prices = '0s 100, 20s 75, 21s 74'
  const stop = (action: 'stop_bot_and_sell' | 'stop_bot_and_close_position') => ({
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: decimal('75'),
    lower_stop_loss_action: action,
  })

  it('the last order of a stopped grid sells part by part, at the price of each second, and nothing else takes its coins', async () => {
    const { at, bot, free, engine, id } = aGrid(CRASH, stop('stop_bot_and_sell'), { depth: '2' })
    at(20)
    // Lines at 90 and 80 have bought a coin each: 4 in all, of which 2 are sold.
    expect(bot().is_enabled).toBe(false)
    expect(free('BTC')).toBe('0')
    expect(() => engine.startGridBot(id)).toThrow('still on its way')
    at(21)
    // 10,000 − 200.2 − 90.09 − 80.08 + 2 × 75 × 0.999 + 2 × 74 × 0.999
    expect(free('USDT')).toBe('9927.332')
    expect((await engine.history({})).at(-1)).toMatchObject({
      filled: { units: '4', total: '298', price: '74.5' },
      // 298 − 0.298 − 200 − 0.2 − 90 − 0.09 − 80 − 0.08
      profit: { amount: '-72.668' },
    })
  })

  it('the last order of a stopped grid of a futures grid pays the loan back when all is sold', () => {
    const { at, free, world, account } = aGrid(CRASH, stop('stop_bot_and_close_position'), {
      marketType: 'futures',
      depth: '2',
    })
    const debt = () => world.ledger.balance(`loans:${account.id}`, 'USDT')
    at(20)
    expect(debt()).not.toBe('0')
    at(21)
    expect(debt()).toBe('0')
    expect(free('USDT')).toBe('9927.332')
  })

  it('the last order of a stopped grid is done at once when everything is sold to dollars', () => {
    const { at, free, engine, account } = aGrid(CRASH, stop('stop_bot_and_sell'), { depth: '1' })
    at(20)
    engine.sellAllToUsd(account.connectionId)
    expect(free('BTC')).toBe('0')
    // 10,000 − 200.2 − 90.09 − 80.08 + 4 × 75 × 0.999
    expect(free('USDT')).toBe('9929.33')
  })

  it('the last order of a stopped grid knows what the bot has paid when its start was not over yet', async () => {
    const { at, engine } = aGrid('0s 100, 2s 74', stop('stop_bot_and_sell'), { depth: '0.4' })
    at(10)
    // 0.4 coins each at 100 and 74 for the start, 90 and 80 on the lines: 137.6 and 0.1376 of fees;
    // sold are 1.6 at 74: 118.4 − 0.1184
    expect((await engine.history({ limit: 20 })).at(-1)).toMatchObject({
      filled: { units: '1.6', total: '118.4' },
      profit: { amount: '-19.456' },
    })
  })
})
