import { expect, it } from 'vitest'

import { dealStartCondition } from '#contract/dca-strategies.ts'
import { entity } from '#testing/entity.ts'

import { optionsOf, webhookAddress } from './condition-options.tsx'

const optionsIn = (options: unknown) => optionsOf(entity(dealStartCondition, { id: 'x', options }))

it('options of a start condition have plain names and the service’s defaults', () => {
  expect(optionsIn({ default_period: 14, timeframes: ['1m', '1h'] })).toEqual([
    { field: 'default_period', term: 'Period (default)', value: { kind: 'text', text: '14' } },
    { field: 'timeframes', term: 'Timeframes', value: { kind: 'words', words: ['1m', '1h'] } },
  ])
})

it('options unknown to the contract are shown', () => {
  expect(optionsIn({ patience: { min: 1 } })).toEqual([
    { field: 'patience', term: 'patience', value: { kind: 'text', text: '{"min":1}' } },
  ])
})

it('a start condition without options has none', () => {
  expect(optionsIn(undefined)).toEqual([])
})

it('the webhook address is under the connection’s address, including its prefix', () => {
  expect(webhookAddress('/api/v1/webhooks/charting', 'https://bots.example/v/')).toBe(
    'https://bots.example/v/api/v1/webhooks/charting',
  )
})

it('an absolute webhook address is unchanged', () => {
  expect(webhookAddress('https://hooks.example/a', 'https://bots.example')).toBe(
    'https://hooks.example/a',
  )
})
