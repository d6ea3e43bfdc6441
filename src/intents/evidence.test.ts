import { describe, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { anIntent } from '#testing/an-intent.ts'
import { entity } from '#testing/entity.ts'

import { isInDoubtBy } from './asked.ts'
import { evidenceOf, type Known, outcomeOfAnswer } from './evidence.ts'
import type { Intent } from './intent.ts'

const known: Known = { claimed: new Set(), offers: () => true, offset: 0 }
const BOT = '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607'
const dcaBot = (status: string) => ({ id: BOT, status })

const found = (intent: Intent, answer: unknown, changes: Partial<Known> = {}) =>
  evidenceOf(intent, { ...known, ...changes })?.judge(answer)

const stopAt = (value: string) => ({
  enabled: true,
  order_type: 'market',
  conditional: { price: { value, percent: '5' } },
})

const trailingStop = (value: string, percent: string) => ({
  id: 7,
  position: { type: 'buy' },
  stop_loss: {
    ...stopAt(value),
    conditional: { ...stopAt(value).conditional, trailing: { enabled: true, percent } },
  },
})
const delayedStop = (value: string) => ({
  id: 7,
  stop_loss: { ...stopAt('95'), timeout: { enabled: true, value } },
})
const trailingTarget = (percent: string) => ({
  id: 7,
  take_profit: {
    enabled: true,
    steps: [
      {
        order_type: 'market',
        volume: '100',
        price: { value: '120' },
        trailing: { enabled: true, percent },
      },
    ],
  },
})

const SENT_TRAILING = {
  body: '{"stop_loss":{"enabled":true,"order_type":"market","conditional":{"price":{"value":"95"},"trailing":{"enabled":true,"percent":"3"}}}}',
}
const SENT_DELAYED = {
  body: '{"stop_loss":{"enabled":true,"order_type":"market","price":{"value":"95"},"timeout":{"enabled":true,"value":120}}}',
}

describe('evidence of a lost answer', () => {
  it.each<
    [keyof typeof api, Partial<Intent> & { params?: string; query?: string }, unknown, unknown]
  >([
    ['stopGridBot', {}, { id: 7, is_enabled: false }, { id: 7, is_enabled: true }],
    ['startGridBot', {}, { id: 7, is_enabled: true }, { id: 7, is_enabled: false }],
    ['startDcaBot', { params: BOT }, dcaBot('running'), dcaBot('stopped')],
    ['stopDcaBot', { params: BOT }, dcaBot('stopped'), dcaBot('running')],
    ['cancelSmartTrade', {}, withStatus('cancelled'), withStatus('waiting_targets')],
    ['cancelSmartTrade', {}, withStatus('cancellation_pending'), withStatus('finished')],
    ['closeSmartTrade', {}, withStatus('panic_sold'), withStatus('stop_loss_finished')],
    ['closeSmartTrade', {}, withStatus('panic_sell_pending'), withStatus('cancelled')],
    [
      'setSmartTradeNote',
      { body: '{"note":" new"}' },
      { id: 7, note: 'new' },
      { id: 7, note: 'old' },
    ],
    [
      'updateSmartTrade',
      {
        body: '{"stop_loss":{"enabled":true,"order_type":"market","price":{"value":"95"}}}',
      },
      { id: 7, stop_loss: stopAt('95') },
      { id: 7, stop_loss: stopAt('90') },
    ],
    [
      'updateSmartTrade',
      { body: '{"take_profit":{"enabled":false}}' },
      { id: 7, take_profit: { enabled: true, steps: [{ editable: false }] } },
      { id: 7, take_profit: { enabled: true, steps: [{ editable: true }] } },
    ],
    ['updateSmartTrade', SENT_TRAILING, trailingStop('95', '3'), trailingStop('95', '2')],
    // The stop has followed the price since.
    ['updateSmartTrade', SENT_TRAILING, trailingStop('98', '3'), trailingStop('94', '3')],
    ['updateSmartTrade', SENT_DELAYED, delayedStop('120'), delayedStop('60')],
    [
      'updateSmartTrade',
      { body: JSON.stringify({ take_profit: trailingTarget('2').take_profit }) },
      trailingTarget('2'),
      trailingTarget('1'),
    ],
    ['setMode', { query: 'mode=real' }, { mode: 'real' }, { mode: 'paper' }],
  ])('evidence of %s %j is the requested state', (name, wishes, reached, not) => {
    const intent = anIntent(api[name], wishes)
    const ofTrade = api[name].path.includes('smart_trades')
    const answerOf = (json: unknown) => (ofTrade ? entity(api.getSmartTrade.response, json) : json)
    const answer = answerOf(reached)
    expect(found(intent, answer)).toEqual({ kind: 'placed', answer, isFound: true })
    expect(found(intent, answerOf(not))).toBeUndefined()
    expect(found(intent, answerOf({}))).toBeUndefined()
  })

  it('evidence of a stop that also sells is missing, because the bot does not show its coins', () => {
    const intent = anIntent(api.stopGridBot, { body: '{"leave":"sell"}' })
    expect(found(intent, { id: 7, is_enabled: false })).toBeUndefined()
    const kept = anIntent(api.stopGridBot, { body: '{"leave":"keep"}' })
    expect(found(kept, { id: 7, is_enabled: false })).toMatchObject({ kind: 'placed' })
  })

  it('evidence needs a read of the same entity', () => {
    const intent = anIntent(api.stopGridBot)
    expect(found(intent, { id: 8, is_enabled: false })).toBeUndefined()
  })

  it.each([
    ['leave', 'stopped', 2, true],
    ['leave', 'completed', 2, true],
    ['close', 'stopped', 0, true],
    ['close', 'completed', 0, true],
    ['close', 'stopped', 2, false],
    ['close', 'completed', 1, false],
    ['close', 'stopped', undefined, false],
  ] as const)('stopDcaBot, deals %s: %s with %s open', (deals, status, open, isDone) => {
    const intent = anIntent(api.stopDcaBot, { params: BOT, body: JSON.stringify({ deals }) })
    const outcome = found(intent, { ...dcaBot(status), active_trades: open })
    expect(outcome?.kind).toBe(isDone ? 'placed' : undefined)
  })

  it('evidence follows the request, by any of its endpoints', () => {
    const intent = anIntent(api.stopGridBot, {
      target: '/public/api/ver1/grid_bots/7/disable',
      asked: { target: '/api/v1/bots/grid/7/stop', body: '' },
    })
    expect(found(intent, { id: 7, is_enabled: false })?.kind).toBe('placed')
    expect(found(intent, { id: 8, is_enabled: false })).toBeUndefined()
    expect(outcomeOfAnswer({ id: 7, is_enabled: false }, intent).kind).toBe('placed')
  })

  it('evidence needs the same id, down to the last of twenty digits', () => {
    const id = '12345678901234567890'
    for (const [name, members, body] of [
      ['stopGridBot', { is_enabled: false }],
      ['cancelSmartTrade', { status: { type: 'cancelled' } }],
      ['setSmartTradeNote', { note: 'new' }, '{"note":"new"}'],
    ] as const) {
      const intent = anIntent(api[name], { params: id, ...(body && { body }) })
      const answered = (last: number) =>
        entity(api[name].response, {
          ...(readJson(`{"id":${id.slice(0, -1)}${last}}`) as object),
          ...members,
        })
      expect(found(intent, answered(0))).toMatchObject({ kind: 'placed', answer: { id } })
      expect(outcomeOfAnswer(answered(0), intent).kind).toBe('placed')
      expect(found(intent, answered(1))).toBeUndefined()
      expect(outcomeOfAnswer(answered(1), intent).kind).toBe('unknown')
      expect(evidenceOf(intent, known)?.request(1)).toEqual({ params: { id } })
    }
  })

  it('evidence is read from the entity of the request', () => {
    const read = (name: keyof typeof api, params = '42') => {
      const evidence = evidenceOf(anIntent(api[name], { params }), known)
      return [evidence?.endpoint.name, evidence?.request(1)]
    }
    expect(read('stopGridBot')).toEqual(['getGridBot', { params: { id: 42 } }])
    expect(read('closeSmartTrade')).toEqual(['getSmartTrade', { params: { id: 42 } }])
    expect(read('startDcaBot', BOT)).toEqual(['getDcaBot', { params: { id: BOT }, query: {} }])
    expect(read('setMode')).toEqual(['getMode', {}])
  })

  it('evidence is missing if the service does not offer the read', () => {
    const intent = anIntent(api.stopGridBot)
    expect(evidenceOf(intent, { ...known, offers: () => false })).toBeUndefined()
  })

  it.each(['sellAllToUsd', 'startDeal'] as const)(
    'evidence of %s is missing, because no single read proves it',
    (name) => {
      expect(evidenceOf(anIntent(api[name]), known)).toBeUndefined()
    },
  )

  it('evidence exists for every other write of the product', () => {
    const never = ['receiveSignal']
    const answersAtOnce = ['makePairingCode', 'openWorld', 'pairBrowser', 'renewToken']
    // An alert moves no money, and saving or removing it again comes to the same.
    const repeatable = ['saveAlert', 'removeAlert', 'testWebhook', 'changeWebhookOrigin']
    const missing = Object.values<Endpoint>(api)
      .filter(({ method }) => method !== 'GET')
      .filter((endpoint) => !evidenceOf(anIntent(endpoint, { body: '{}' }), known))
      .map(({ name }) => name)
    expect(new Set(missing)).toEqual(
      new Set([...never, ...answersAtOnce, ...repeatable, 'sellAllToUsd', 'startDeal']),
    )
  })
})

describe('funds with a lost answer', () => {
  const SENT = 1_000_000
  const step = (id: number, more: object = {}) => ({
    id,
    type: 'market',
    units: { value: '2' },
    created_at: SENT + 500,
    ...more,
  })
  const body = '{"order_type":"market","units":{"value":"2"}}'
  const intent = anIntent(api.addSmartTradeFunds, { body })
  const trade = (...steps: object[]) => ({ id: 7, add_funds: { steps } })

  it('funds with a lost answer are found by the matching order', () => {
    const answer = trade(step(20, { units: { value: '3' } }), step(21))
    expect(found(intent, answer)).toEqual({ kind: 'placed', answer, isFound: true, made: [21] })
  })

  it.each([
    ['an order of other units', step(21, { units: { value: '3' } })],
    ['an order at a limit', step(21, { type: 'limit' })],
    ['one of an hour before', step(21, { created_at: SENT - 3_600_000 })],
    ['one that does not say when it was made', step(21, { created_at: undefined })],
  ])('funds with a lost answer are not %s', (_what, one) => {
    expect(found(intent, trade(one))).toBeUndefined()
    expect(found(intent, { id: 7 })).toBeUndefined()
  })

  it('funds with a lost answer are not those of another intent, and twice if two orders match', () => {
    expect(found(intent, trade(step(21)), { claimed: new Set([21]) })).toBeUndefined()
    expect(found(intent, trade(step(21), step(22)))).toEqual({ kind: 'duplicated', ids: [21, 22] })
  })

  it('funds with a known first order have no second one', () => {
    const answer = { ...trade(step(21)), status: { type: 'waiting_targets' } }
    const outcome = outcomeOfAnswer(answer, intent)
    expect(outcome).toMatchObject({ kind: 'placed', made: [21] })
    expect(found({ ...intent, outcome }, answer)).toBeUndefined()
  })

  it('funds with a lost answer block more for the same trade, not for others', () => {
    const other = anIntent(api.addSmartTradeFunds, { body, params: '8' })
    expect(isInDoubtBy(intent, intent)).toBe(true)
    expect(isInDoubtBy(other, intent)).toBe(false)
    expect(isInDoubtBy(anIntent(api.reduceSmartTradeFunds, { body }), intent)).toBe(false)
    const evidence = evidenceOf(intent, known)
    expect(evidence?.isAmbiguousWith?.({ ...intent, id: 'second' })).toBe(true)
    expect(evidence?.isAmbiguousWith?.(other)).toBe(false)
  })
})

function withStatus(type: string) {
  return { id: 7, status: { type } }
}
