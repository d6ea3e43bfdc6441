import { describe, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { anIntent } from '#testing/an-intent.ts'

import { evidenceOf, type Known } from './evidence.ts'
import type { Intent } from './intent.ts'

const known: Known = { claimed: new Set(), offers: () => true, offset: 0 }
const found = (intent: Intent, answer: unknown, changes: Partial<Known> = {}) =>
  evidenceOf(intent, { ...known, ...changes })?.judge(answer)

describe('what reading tells of a write whose answer was lost', () => {
  it.each<[keyof typeof api, Partial<Intent> & { query?: string }, unknown, unknown]>([
    ['stopGridBot', {}, { is_enabled: false }, { is_enabled: true }],
    ['startGridBot', {}, { is_enabled: true }, { is_enabled: false }],
    ['startDcaBot', {}, { status: 'running' }, { status: 'stopped' }],
    ['stopDcaBot', {}, { status: 'stopped' }, { status: 'running' }],
    ['cancelSmartTrade', {}, withStatus('cancelled'), withStatus('waiting_targets')],
    ['cancelSmartTrade', {}, withStatus('cancellation_pending'), withStatus('finished')],
    ['closeSmartTrade', {}, withStatus('panic_sold'), withStatus('stop_loss_finished')],
    ['closeSmartTrade', {}, withStatus('panic_sell_pending'), withStatus('cancelled')],
    ['setSmartTradeNote', { body: '{"note":"new"}' }, { note: 'new' }, { note: 'old' }],
    ['setMode', { query: 'mode=real' }, { mode: 'real' }, { mode: 'paper' }],
  ])('%s %j', (name, wishes, reached, not) => {
    const intent = anIntent(api[name], wishes)
    expect(found(intent, reached)).toEqual({ kind: 'placed', answer: reached, isFound: true })
    expect(found(intent, not)).toBeUndefined()
    expect(found(intent, {})).toBeUndefined()
  })

  it('is nothing where the answer is about another one', () => {
    const intent = anIntent(api.stopGridBot)
    expect(found(intent, { id: 8, is_enabled: false })).toBeUndefined()
  })

  it('reads the very thing that the write was about', () => {
    const read = (name: keyof typeof api) => {
      const evidence = evidenceOf(anIntent(api[name], { params: '42' }), known)
      return [evidence?.endpoint.name, evidence?.request]
    }
    expect(read('stopGridBot')).toEqual(['getGridBot', { params: { id: 42 } }])
    expect(read('closeSmartTrade')).toEqual(['getSmartTrade', { params: { id: 42 } }])
    expect(read('startDcaBot')).toEqual(['getDcaBot', { params: { id: '42' } }])
    expect(read('setMode')).toEqual(['getMode', {}])
  })

  it('is nothing where the service does not offer the reading', () => {
    const intent = anIntent(api.stopGridBot)
    expect(evidenceOf(intent, { ...known, offers: () => false })).toBeUndefined()
  })

  it.each(['sellAllToUsd', 'startDeal'] as const)(
    'is nothing for %s, which no one reading proves',
    (name) => {
      expect(evidenceOf(anIntent(api[name]), known)).toBeUndefined()
    },
  )

  it('is there for every other write that the product sends', () => {
    const never = ['receiveSignal']
    const answersAtOnce = ['pairBrowser', 'renewToken']
    const untold = Object.values<Endpoint>(api)
      .filter(({ method }) => method !== 'GET')
      .filter((endpoint) => !evidenceOf(anIntent(endpoint, { body: '{}' }), known))
      .map(({ name }) => name)
    expect(new Set(untold)).toEqual(
      new Set([...never, ...answersAtOnce, 'sellAllToUsd', 'startDeal']),
    )
  })
})

function withStatus(type: string) {
  return { status: { type } }
}
