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

it('the figures of a trade to which funds were added are old if they were read before the service answered', () => {
  expect(isBehind([added], { of, readAt: 1_019_999, serviceTime })).toBe(true)
  expect(isBehind([added], { of, readAt: 1_020_001, serviceTime })).toBe(false)
})

it('the figures of a trade to which funds were added are compared by the clock of the service', () => {
  expect(isBehind([added], { of, readAt: 1_020_001, serviceTime: (here) => here + 5_000 })).toBe(
    true,
  )
})

it('the figures of a trade to which funds were added are old as well if the outcome is unknown, and not if it was refused', () => {
  const unknown = anIntent(closeSmartTrade, { endedAt: 1_020_000 })
  expect(isBehind([unknown], { of, readAt: 1, serviceTime })).toBe(true)
  const unsent = anIntent(closeSmartTrade, { outcome: { kind: 'unsent', because: 'Offline.' } })
  expect(isBehind([unsent], { of, readAt: 1, serviceTime })).toBe(false)
})

it('the figures of a trade to which funds were added are not old because of another trade, or of the write that they are about', () => {
  expect(isBehind([added], { of: { ...of, id: 8 }, readAt: 1, serviceTime })).toBe(false)
  expect(isBehind([added], { of, readAt: 1, serviceTime, except: added.id })).toBe(false)
})
