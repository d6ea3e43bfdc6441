import { expect, it } from 'vitest'

import { toText, ZERO } from '#money/decimal.ts'
import { keptEngine, memoryStore } from '#testing/memory-store.ts'
import { aShort } from '#testing/scripted-bots.ts'
import {
  aDraft,
  aStop,
  aTarget,
  aThinMarket,
  type ScriptedWorld,
  START,
} from '#testing/scripted-world.ts'

import { cancel } from './orders/place-orders.ts'
import type { Order } from './orders/order.ts'
import { restoreWorld } from './restore-world.ts'
import { touchOwner } from './world.ts'

/** The records of a scene as a program of format 2 kept them, opened by this one. */
function openedAgain(scene: ScriptedWorld) {
  const { world } = scene
  for (const { orders } of [...world.smartTrades.values(), ...world.dcaBots.values()]) {
    for (const order of orders.filter(isOfFormat3)) {
      cancel(world, order)
      touchOwner(world, order.owner)
    }
  }
  for (const trade of world.smartTrades.values()) {
    Object.assign(trade, { kept: null, marginUsed: null, liquidationPrice: null })
  }
  const stored = scene.stored()
  const again = restoreWorld(stored, () => world.market)
  const engine = keptEngine(again, memoryStore())
  const exits = () =>
    [...again.smartTrades.values(), ...again.dcaBots.values()].flatMap(({ orders }) =>
      orders
        .filter(isOfFormat3)
        .map(
          ({ owner, trigger, price }) =>
            `${owner.role} at ${toText(price ?? trigger?.price ?? ZERO)}`,
        ),
    )
  const at = (seconds: number) => engine.advance(START + seconds * 1000)
  return { world: again, engine, at, exits }
}

const isOfFormat3 = ({ owner }: Order): boolean =>
  owner.role === 'liquidation' || (owner.type === 'smart_trade' && owner.role !== 'entry')

it('a short DCA deal of format 2 is liquidated from the first second on', () => {
  const scene = aShort('0s 100, 100s 210', {
    max_safety_orders: 0,
    cooldown_between_trades: 3_600,
  })
  scene.at(50)
  const { world, at, exits, engine } = openedAgain(scene)
  expect(exits()).toEqual([])
  at(51)
  // (100 − 0.1 + 100) ÷ 1.01
  expect(exits()).toEqual(['liquidation at 197.92'])
  at(101)
  expect(exits()).toEqual([])
  expect(world.ledger.balance(`loans:${scene.account.id}`, 'BTC')).toBe('0')
  expect(engine.trouble).toBeUndefined()
})

it('a partly filled entry of format 2 has its target, stop and liquidation', async () => {
  const scene = aThinMarket('0s 100, 10s 90, 11s 95, 100s 45', { marketType: 'margin' })
  const leverage = { enabled: true, type: 'cross' as const, value: 5 }
  const target = { take_profit: { enabled: true, steps: [aTarget({ at: '99' })] } }
  const { id } = scene.engine.createSmartTrade(
    aDraft(scene.account, {
      units: '10',
      price: '90',
      leverage,
      ...target,
      stop_loss: aStop('80'),
    }),
  )
  scene.at(50)
  const { at, exits, engine, world } = openedAgain(scene)
  expect(exits()).toEqual([])
  at(51)
  // 4 × 90 × 0.8 ÷ (4 × 0.99)
  expect(exits()).toEqual(['target at 99', 'stop at 80', 'liquidation at 72.73'])
  at(110)
  expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
  expect(world.ledger.balance(`loans:${scene.account.id}`, 'USDT')).toBe('0')
  expect(engine.trouble).toBeUndefined()
})

it('an upgrade of format 2 changes nothing if everything is protected already', () => {
  const scene = aShort('0s 100', { max_safety_orders: 0 })
  scene.at(50)
  const again = restoreWorld(scene.stored(), () => scene.world.market)
  expect(again.agenda.peek()?.kind).not.toBe('protection')
})
