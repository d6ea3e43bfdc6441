import { expect, it } from 'vitest'

import { newAlert } from '#trading/alerts.ts'
import { decimal } from '#money/decimal.ts'
import { aGridDraft } from '#testing/scripted-bots.ts'
import { scriptedMarket, scriptedWorld, START } from '#testing/scripted-world.ts'

import { crossingOf, readingOf } from './watched.ts'

it('a range alert of a bot that its stop has ended goes by the prices of its own exchange', async () => {
  const { world, engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: { USDT: '10000' },
  })
  const prices = [100, 70, 100].map((price, index) => [START + index * 10_000, price] as const)
  const own = scriptedMarket({ USDT_BTC: prices }, world.market.instruments.slice())
  Object.assign(world.market, { elsewhere: new Map([['harbour', own]]) })
  const { id } = engine.createGridBot({
    ...aGridDraft(account),
    lower_stop_loss_enabled: true,
    lower_stop_loss_price: decimal('75'),
    lower_stop_loss_action: 'stop_bot',
  })
  const entity = newAlert(
    { id: '1', kind: 'out_of_range', name: 'Grid', bot_id: Number(id) },
    START,
  )
  const alert = { userId: 1, mode: 'paper', entity, sealed: null, firedAt: null } as const
  const before = { at: START, reading: await readingOf(alert, engine) }
  at(20)
  expect(engine.gridBot(id)).toMatchObject({ is_enabled: false, current_price: '100' })
  const reading = await readingOf(alert, engine)
  expect(await crossingOf(alert, engine, before, reading)).toBe(START + 10_000)
})
