import { expect, it } from 'vitest'

import { dealStartCondition } from '#contract/dca-strategies.ts'
import { entity } from '#testing/entity.ts'

import { optionsOf, webhookAddress } from './condition-options.tsx'

const optionsIn = (options: unknown) => optionsOf(entity(dealStartCondition, { id: 'x', options }))

it('the options of a start condition have plain names, with the defaults of the service', () => {
  expect(optionsIn({ default_period: 14, timeframes: ['1m', '1h'] })).toEqual([
    { field: 'default_period', term: 'Period (default)', value: { kind: 'text', text: '14' } },
    { field: 'timeframes', term: 'Timeframes', value: { kind: 'words', words: ['1m', '1h'] } },
  ])
})

it('the options of a start condition show an option that the contract does not know', () => {
  expect(optionsIn({ patience: { min: 1 } })).toEqual([
    { field: 'patience', term: 'patience', value: { kind: 'text', text: '{"min":1}' } },
  ])
})

it('a condition without sent options offers none', () => {
  expect(optionsIn(undefined)).toEqual([])
})

it('the webhook address stands under the address of the connection, prefix and all', () => {
  expect(webhookAddress('/api/v1/webhooks/charting', 'https://bots.example/v/')).toBe(
    'https://bots.example/v/api/v1/webhooks/charting',
  )
})

it('the webhook address stays as it is when the service gives a whole one', () => {
  expect(webhookAddress('https://hooks.example/a', 'https://bots.example')).toBe(
    'https://hooks.example/a',
  )
})
