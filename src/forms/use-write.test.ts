import { expect, it } from 'vitest'

import { addSmartTradeFunds } from '#contract/smart-trade-funds.ts'
import { closeSmartTrade } from '#contract/smart-trades.ts'
import { anIntent } from '#testing/an-intent.ts'

import { isBehind } from './use-write.ts'

const of = { kind: 'SmartTrade', id: 7 } as const
const added = anIntent(addSmartTradeFunds, {
  endedAt: 1_020_000,
  outcome: { kind: 'placed', answer: {} },
})

const serviceTime = (here: number) => here

it('figures read before the service confirmed an addition of funds are outdated', () => {
  expect(isBehind([added], { of, readAt: 1_019_999, serviceTime })).toBe(true)
  expect(isBehind([added], { of, readAt: 1_020_001, serviceTime })).toBe(false)
})

it('outdated figures are found by the service’s clock', () => {
  expect(isBehind([added], { of, readAt: 1_020_001, serviceTime: (here) => here + 5_000 })).toBe(
    true,
  )
})

it('figures are also outdated after an unknown outcome, but not after a refusal', () => {
  const unknown = anIntent(closeSmartTrade, { endedAt: 1_020_000 })
  expect(isBehind([unknown], { of, readAt: 1, serviceTime })).toBe(true)
  const unsent = anIntent(closeSmartTrade, { outcome: { kind: 'unsent', because: 'Offline.' } })
  expect(isBehind([unsent], { of, readAt: 1, serviceTime })).toBe(false)
})

it('figures are not outdated by a write on another trade, or by the one they belong to', () => {
  expect(isBehind([added], { of: { ...of, id: 8 }, readAt: 1, serviceTime })).toBe(false)
  expect(isBehind([added], { of, readAt: 1, serviceTime, except: added.id })).toBe(false)
})
