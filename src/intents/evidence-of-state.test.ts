import { describe, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { openBrowser, shown, untilSent } from '#testing/a-door.ts'
import { anIntent } from '#testing/an-intent.ts'

import { outcomeOfAnswer } from './evidence-of-state.ts'

describe('an answer of success', () => {
  it.each<[keyof typeof api, unknown, string | undefined]>([
    ['stopGridBot', { id: 7, is_enabled: false }, undefined],
    ['stopGridBot', { id: 7, is_enabled: true }, 'The answer says that it still runs.'],
    ['stopGridBot', { id: 7 }, 'The answer does not say.'],
    ['stopGridBot', { id: 8, is_enabled: false }, 'The answer is about bot 8.'],
    ['startGridBot', { id: 7, is_enabled: true }, undefined],
    ['startGridBot', { id: 7, is_enabled: false }, 'The answer says that it does not run.'],
    ['startGridBot', {}, 'The answer does not say.'],
    ['startGridBot', { id: 8, is_enabled: true }, 'The answer is about bot 8.'],
    ['startDcaBot', { id: '7', status: 'running' }, undefined],
    ['startDcaBot', { id: '7', status: 'stopped' }, 'The answer says that it is stopped.'],
    ['startDcaBot', { id: '7' }, 'The answer does not say.'],
    ['stopDcaBot', { id: '7', status: 'stopped' }, undefined],
    ['stopDcaBot', { id: '7', status: 'running' }, 'The answer says that it is running.'],
    ['stopDcaBot', { id: '7' }, 'The answer does not say.'],
    ['startDeal', { id: '7' }, undefined],
    ['startDeal', { id: '8' }, 'The answer is about bot 8.'],
    ['closeSmartTrade', { id: 7, status: { type: 'waiting_targets' } }, undefined],
    ['closeSmartTrade', { id: 8 }, 'The answer is about 8.'],
    ['createSmartTrade', { id: 8 }, undefined],
  ])('to %s that says %j is doubted: %s', (name, answer, doubt) => {
    const outcome = outcomeOfAnswer(answer, anIntent(api[name], { body: '' }))
    expect(outcome.kind).toBe(doubt === undefined ? 'placed' : 'unknown')
    expect('error' in outcome ? outcome.error.message : undefined).toBe(doubt)
  })

  it('that does not say so leaves the stop unknown, and is kept', async () => {
    const { openTab, sent } = await openBrowser({ offers: () => false })
    const { journal, send } = openTab()
    const id = send(stopGridBot, { params: { id: 7 } })
    await untilSent(sent)
    sent[0]?.answer(new Response('{"id":7,"is_enabled":true}', { status: 201 }))
    const { outcome, said } = await shown(journal, id)
    expect(outcome).toMatchObject({
      kind: 'unknown',
      error: { message: 'The answer says that it still runs.' },
    })
    expect(said).toContain('"is_enabled": true')
  })
})
