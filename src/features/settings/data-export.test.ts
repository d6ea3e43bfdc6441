import { expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { anIntent } from '#testing/an-intent.ts'

import { withoutAmounts } from './settings-import.tsx'

it('a data export has no amounts of an order, but its outcome', () => {
  const body = '{"position":{"units":{"value":"77.125"}}}'
  const kept = withoutAmounts(
    anIntent(createSmartTrade, {
      body,
      signed: `/api/v1/smart_trades?${body}`,
      said: body,
      price: '77.125',
      mode: 'PAPER',
      outcome: { kind: 'placed', answer: JSON.parse(body) as unknown },
    }),
  )
  expect(JSON.stringify(kept)).not.toContain('77.125')
  expect(kept).toMatchObject({ outcome: 'placed', mode: 'PAPER' })
})
