import { expect, it } from 'vitest'

import { type AlertDraft } from '#contract/alerts.ts'
import { decimal } from '#money/decimal.ts'

import { madeOf } from './use-alerts.ts'

const AT = Date.UTC(2026, 0, 2)
const draft: AlertDraft = {
  id: '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b',
  kind: 'price',
  name: 'BTC/USDT',
  pair: 'USDT_BTC',
  direction: 'above',
  level: decimal('100'),
}

it('an alert keeps its trigger time while its condition is unchanged, and starts anew for another price', () => {
  const fired = { ...madeOf(draft, undefined, AT), last_fired_at: AT + 1 }
  const changed = (changes: Partial<AlertDraft>) => madeOf({ ...draft, ...changes }, fired, AT + 2)
  expect(changed({ every_time: true, is_on: false })).toMatchObject({
    created_at: AT,
    last_fired_at: AT + 1,
  })
  expect(changed({ level: decimal('105') })).toMatchObject({ created_at: AT, last_fired_at: null })
})
