import { describe, expect, it } from 'vitest'

import type { Id } from '#contract/primitives.ts'

import {
  type ScriptedWorld,
  aDraft,
  aStop,
  aTarget,
  scriptedWorld,
  type Prices,
} from '#testing/scripted-world.ts'

type Scene = { marketType?: 'margin'; usdt?: string; btc?: string; depth?: string }

function scene(prices: Prices, { usdt = '10000', btc = '0', ...rest }: Scene = {}) {
  return scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: usdt, ...(btc !== '0' && { BTC: btc }) },
    ...rest,
  })
}

/** Actions offered for a trade now, as words. */
async function offeredBy({ engine }: ScriptedWorld, id: Id): Promise<string> {
  const { data } = await engine.smartTrade(id)
  const flags = {
    close: data.panic_sell_available,
    add: data.add_funds_available,
    reduce: data.reduce_funds_available,
    start: data.force_start_available,
    process: data.force_process_available,
    cancel: data.cancel_available,
  }
  return Object.entries(flags)
    .filter(([, isOffered]) => isOffered)
    .map(([name]) => name)
    .join(' ')
}

const missing = async ({ engine }: ScriptedWorld, id: Id) =>
  (await engine.smartTrade(id)).data.missing_funds_to_close

describe('offered actions of a trade', () => {
  const take_profit = { enabled: true, steps: [aTarget({ at: '120' })] }

  it('the offered actions of a trade follow its life from the entry to its end', async () => {
    const world = scene('0s 100, 10s 90, 20s 120')
    const { engine, account, at } = world
    const { id } = engine.createSmartTrade(
      aDraft(account, { units: '10', price: '90', take_profit }),
    )
    expect(await offeredBy(world, id)).toBe('start process cancel')
    at(1)
    expect(await offeredBy(world, id)).toBe('start process cancel')
    at(10)
    expect(await offeredBy(world, id)).toBe('close add reduce process cancel')
    at(20)
    expect(await offeredBy(world, id)).toBe('')
  })

  it('the offered actions of a trade are none once a close or a cancellation was requested', async () => {
    const world = scene('0s 100')
    const { engine, account, at } = world
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', take_profit }))
    at(5)
    await engine.closeSmartTrade(id)
    expect(await offeredBy(world, id)).toBe('process')
    at(6)
    expect(await offeredBy(world, id)).toBe('')
  })

  it('while a part of its entry is there: its close, its cancellation', async () => {
    const world = scene('0s 100', { depth: '4' })
    const { engine, account, at } = world
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', take_profit }))
    at(1)
    expect(await offeredBy(world, id)).toBe('close start process cancel')
  })

  it('the offered actions of a trade include no more funds when none are free', async () => {
    // 10 × 100 × 1.001 is held, and 4.99 is less than the exchange takes.
    const world = scene('0s 100', { usdt: '1005.99' })
    const { engine, account, at } = world
    const { id } = engine.createSmartTrade(
      aDraft(account, { units: '10', price: '100', take_profit }),
    )
    at(5)
    expect(await offeredBy(world, id)).toBe('close reduce process cancel')
  })

  it('the offered actions of a short without credit count the coins that are left to be sold', async () => {
    const world = scene('0s 100', { usdt: '10000', btc: '10.04' })
    const { engine, account, at } = world
    const draft = aDraft(account, { side: 'sell', units: '10', stop_loss: aStop('150') })
    const { id } = engine.createSmartTrade(draft)
    at(5)
    // 0.04 × 100 is less than 5
    expect(await offeredBy(world, id)).toBe('close reduce process cancel')
  })

  it('the offered actions of a trade include no reduction if the exchange takes the position only as a whole', async () => {
    const world = scene('0s 100')
    const { engine, account, at } = world
    const { id } = engine.createSmartTrade(aDraft(account, { units: '0.05', take_profit }))
    at(5)
    expect(await offeredBy(world, id)).toBe('close add process cancel')
  })

  it('the offered actions of a position on margin include no cancellation and no more funds', async () => {
    const world = scene('0s 100', { marketType: 'margin' })
    const { engine, account, at } = world
    const leverage = { enabled: true, type: 'cross' as const, value: 5 }
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', leverage, take_profit }))
    at(5)
    expect(await offeredBy(world, id)).toBe('close reduce process')
  })
})

it('missing funds to close a trade: none for a long, which keeps its coins', async () => {
  const world = scene('0s 100, 10s 50')
  const { engine, account, at } = world
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss: aStop('40') }))
  at(10)
  expect(await missing(world, id)).toBe('0')
})

it('missing funds to close a trade: for a short, the cost of buying back beyond the free money', async () => {
  const world = scene('0s 100, 10s 110, 20s 150', { usdt: '200', btc: '10' })
  const { engine, account, at } = world
  const draft = aDraft(account, { side: 'sell', units: '10', stop_loss: aStop('200') })
  const { id } = engine.createSmartTrade(draft)
  at(10)
  // 1,101.1 of 200 + 999
  expect(await missing(world, id)).toBe('0')
  at(20)
  // 1,501.5 − 1,199
  expect(await missing(world, id)).toBe('302.5')
  await engine.closeSmartTrade(id)
  at(21)
  // 1,199 ÷ 150.15 is 7.98534 in whole lots: the trade is over.
  expect((await engine.smartTrade(id)).data.closed_amount).toBe('7.98534')
  expect(await missing(world, id)).toBe('0')
})
