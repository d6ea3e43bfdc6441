import { expect, it } from 'vitest'

import { readSmartTradeChange } from '#contract/read-smart-trade-change.ts'
import { smartTrade, type SmartTradeEntity } from '#contract/smart-trades.ts'
import { write } from '#contract/write.ts'
import { decimal } from '#money/decimal.ts'
import { provingWorld, PROVING_START } from '#testing/proving-world.ts'
import { randomTrader } from '#testing/random-trader.ts'
import { aDraft, aStop, aTarget, aThinMarket, scriptedWorld } from '#testing/scripted-world.ts'
import { can } from '#trading/allowed.ts'

it('a target that is repeated in an edit keeps its order, also one that follows the price', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 120, 20s 130, 30s 127' },
    balances: { USDT: '10000' },
  })
  const trailed = aTarget({ at: '115', volume: '50', market: true, trailing: '2' })
  const steps = (first: string) => ({
    enabled: true,
    steps: [aTarget({ at: first, volume: '50' }), trailed],
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '1', take_profit: steps('200'), stop_loss: aStop('50') }),
  )
  at(20)
  const [, before] = (await engine.smartTrade(id)).take_profit.steps
  expect(before?.status.type).toBe('trailing_activated')
  await engine.updateSmartTrade(id, { take_profit: steps('190') })
  const [changed, after] = (await engine.smartTrade(id)).take_profit.steps
  expect(changed?.price.value).toBe('190')
  expect(after).toEqual(before)
  at(30)
  // 2 % below its best price of 130
  expect((await engine.smartTrade(id)).take_profit.steps[1]?.status.type).toBe('finished')
})

it('a stop that is repeated while its delay runs is taken, and its delay goes on', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 94' },
    balances: { USDT: '10000' },
  })
  const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: decimal('10') } }
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', stop_loss }))
  at(15)
  await engine.updateSmartTrade(id, { stop_loss })
  at(20)
  expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
})

/** The parts of an answer as JSON, exactly as a caller gets them. */
function partsOf(entity: SmartTradeEntity): Record<string, unknown> {
  const {
    take_profit,
    stop_loss,
    note_raw: note,
  } = JSON.parse(write(smartTrade, entity)) as Record<string, unknown>
  return { take_profit, stop_loss, ...(note !== null && { note }) }
}

it('the note of a trade without exits can change while its entry is being filled', async () => {
  const { engine, account, at } = aThinMarket('0s 100, 10s 90')
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', price: '90' }))
  at(10)
  expect((await engine.updateSmartTrade(id, { note: 'Runs' })).note).toBe('Runs')
})

it('the parts of any trade are taken exactly as the service returned them, and change nothing', async () => {
  const SEED = 31
  const scene = provingWorld(SEED)
  const trader = randomTrader(SEED)
  let [targets, stops] = [0, 0]
  for (let tick = 1; tick <= 4_000; tick++) {
    scene.engine.advance(PROVING_START + tick * 1_000)
    if (tick % 40 === 0) await trader.act(scene)
    scene.store.keep(scene.engine.takeChanges())
    if (tick % 400 > 0) continue
    for (const { id } of scene.world.smartTrades.values()) {
      const before = await scene.engine.smartTrade(id).catch(() => undefined)
      if (!before || can.updateSmartTrade(before) !== undefined) continue
      const { change, issues } = readSmartTradeChange(partsOf(before))
      expect(issues).toBeUndefined()
      await scene.engine.updateSmartTrade(id, change ?? {})
      expect(await scene.engine.smartTrade(id)).toEqual(before)
      targets += before.take_profit.steps.length
      stops += before.stop_loss.enabled ? 1 : 0
    }
  }
  expect([targets > 100, stops > 50]).toEqual([true, true])
})

const odd = { order_type: 'limit', volume: 1, price: { at: 1 } }

it.each([
  [{}, ['body']],
  [{ note: null }, ['body']],
  [{ stoploss: { enabled: false } }, ['stoploss', 'body']],
  [{ note: 'mine', position: {} }, ['position']],
  [{ stop_loss: { enabled: false, breakEven: true } }, ['stop_loss.breakEven']],
  [{ take_profit: { enabled: true, steps: [odd] } }, ['take_profit.steps.0.price.at']],
])('a change that is %j is refused, and what is wrong with it is named', (body, where) => {
  expect(Object.keys(readSmartTradeChange(body).issues ?? {})).toEqual(where)
})
