import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { chartingSignal } from '#contract/dca-bots.ts'

import { alertTexts } from './alert-text.tsx'

const BOT = '3f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b'

it.each([
  ['Long', 'buy'],
  ['Short', 'sell'],
] as const)('alert messages of a %s bot open a deal with %s', (strategy, action) => {
  const asSent = alertTexts(BOT, strategy, 's').map((text) =>
    z.safeDecode(chartingSignal, JSON.parse(text.replace('{{timenow}}', '2026-11-26T17:00:00Z'))),
  )
  const time = Date.UTC(2026, 10, 26, 17)
  expect(asSent.map(({ data }) => data)).toEqual([
    { bot_id: BOT, secret: 's', action, time },
    { bot_id: BOT, secret: 's', action: 'close', time },
  ])
})
