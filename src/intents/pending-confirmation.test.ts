import { beforeEach, describe, expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'
import { type Browser, openBrowser, settled, shown, untilSent } from '#testing/a-command-sender.ts'

import type { Intent } from './intent.ts'

const body = {
  account_id: 7,
  pair: 'USDT_BTC',
  position: { type: 'buy', order_type: 'market', units: { value: decimal('1') } },
} as const

describe('a held order', () => {
  let browser: Browser
  let mode: Intent['mode']
  const SENT = 1

  /** Sends an order twice; the second is held back. */
  async function repeated(price?: string) {
    const sender = browser.openTab()
    const first = sender.send(createSmartTrade, { body }, { price })
    await untilSent(browser.sent)
    browser.sent[0]?.answer(new Response('{"error":"no"}', { status: 422 }))
    await shown(sender.journal, first)
    const id = sender.send(createSmartTrade, { body }, { price })
    while (sender.pending.all().length === 0) await settled()
    return { sender, id }
  }

  beforeEach(async () => {
    mode = 'PAPER'
    browser = await openBrowser({ mode: () => mode, read: () => [] })
  })

  it('a held order is sent with its price', async () => {
    const { sender, id } = await repeated('64000')
    sender.sendPending(id)
    await untilSent(browser.sent, SENT + 1)
    expect(sender.journal.find(id)?.price).toBe('64000')
  })

  it('a held order expires with its price, and says so', async () => {
    const { sender, id } = await repeated('64000')
    browser.clock.now += 15_001
    sender.sendPending(id)
    await settled()
    expect(browser.sent).toHaveLength(SENT)
    const because = 'Its price is older than 15 s. Close this, and review the order again.'
    expect(sender.journal.find(id)?.outcome).toEqual({ kind: 'unsent', because })
  })

  it('a held order also expires if the clock was set back', async () => {
    const { sender, id } = await repeated('64000')
    browser.clock.now -= 3_600_000
    sender.sendPending(id)
    await settled()
    expect(browser.sent).toHaveLength(SENT)
  })

  it('a held order without a known price does not expire', async () => {
    const { sender, id } = await repeated()
    browser.clock.now += 3_600_000
    sender.sendPending(id)
    await untilSent(browser.sent, SENT + 1)
    expect(sender.journal.find(id)?.outcome.kind).toBe('sending')
  })

  it('a held order expires if it would use real money', async () => {
    const { sender, id } = await repeated()
    mode = 'REAL'
    sender.sendPending(id)
    await settled()
    expect(browser.sent).toHaveLength(SENT)
    const because = 'It was reviewed in PAPER, and the mode is now REAL.'
    expect(sender.journal.find(id)?.outcome).toEqual({ kind: 'unsent', because })
  })
})
