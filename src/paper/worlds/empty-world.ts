import type { Instant } from '#contract/primitives.ts'

import type { World } from '../engine/world.ts'
import { openAccount } from './open-account.ts'

/** A world to begin in: one spot account in each mode, money on it, and nothing traded yet. */
export function buildEmptyWorld(world: World, now: Instant): void {
  world.meta.now = now
  const spot = { exchange: 'harbour', exchangeName: 'Harbour', marketType: 'spot' } as const
  openAccount(world, { ...spot, label: 'Harbour spot', mode: 'paper', balances: { USDT: '10000' } })
  openAccount(world, {
    ...spot,
    label: 'Harbour spot (simulated)',
    mode: 'real',
    balances: { USDT: '1000' },
  })
}
