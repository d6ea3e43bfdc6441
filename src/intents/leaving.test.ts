import { describe, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { stopDcaBot } from '#contract/dca-bots.ts'
import { gridBot, stopGridBot } from '#contract/grid-bots.ts'
import { cancelSmartTrade, closeSmartTrade, createSmartTrade } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { decimal } from '#money/decimal.ts'
import { importSecret } from '#signing/keys.ts'
import {
  aCommandSender,
  memoryLocks,
  openBrowser,
  settled,
  shown,
  untilSent,
} from '#testing/a-command-sender.ts'
import { entityAsText } from '#testing/entity.ts'

import type { CommandSender } from './command-sender.ts'
import type { Intent } from './intent.ts'
import { type JournalStore, memoryJournal } from './journal-store.ts'

const stop = { params: { id: 7 } }
const stopOfDca = {
  params: { id: '00000000-0000-4000-8000-000000000007' },
  body: { deals: 'close' },
} as const
const order = {
  body: {
    account_id: 7,
    pair: 'USDT_BTC',
    position: { type: 'buy', order_type: 'market', units: { value: decimal('1') } },
  },
} as const
const STOPPED = entityAsText(gridBot, { id: 7, is_enabled: false })

/** A store whose next write waits until it is let go. */
function slowStore(): { store: JournalStore; release: () => void } {
  const memory = memoryJournal()
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  return {
    store: { ...memory, put: async (intent) => gate.then(() => memory.put(intent)) },
    release: () => release(),
  }
}

describe('between the click and the request', () => {
  /** An order that takes so long to be written down, with what happens meanwhile. */
  async function slowly(
    meanwhile: (browser: { clock: { now: number } }) => void,
    wishes: Parameters<typeof openBrowser>[0] = {},
    send = (sender: CommandSender) => sender.send(createSmartTrade, order),
  ) {
    const { store, release } = slowStore()
    const browser = await openBrowser({ offers: () => false, store, ...wishes })
    const sender = browser.openTab()
    const id = send(sender)
    await settled()
    meanwhile(browser)
    release()
    return { sender, id, sent: browser.sent }
  }
  const unsent = async ({ sender, id, sent }: Awaited<ReturnType<typeof slowly>>) => {
    const { outcome } = await shown(sender.journal, id)
    expect(sent).toEqual([])
    expect(outcome.kind).toBe('unsent')
    return outcome.kind === 'unsent' ? outcome.because : ''
  }

  it('an order is not sent an hour after the click because storing it was slow', async () => {
    const late = 'It could not be sent within 15 s of the click. Review it again.'
    expect(await unsent(await slowly(({ clock }) => (clock.now += 3_600_000)))).toBe(late)
    // Nor where the clock was set back meanwhile, or does not go on while the other one does.
    expect(await unsent(await slowly(({ clock }) => (clock.now -= 3_600_000)))).toBe(late)
    let steady = 0
    const wishes = { steady: () => steady }
    expect(await unsent(await slowly(() => (steady = 15_001), wishes))).toBe(late)
  })

  it.each<[string, (sender: CommandSender) => string]>([
    ['a stop', (sender) => sender.send(stopGridBot, stop)],
    ['a cancellation', (sender) => sender.send(cancelSmartTrade, stop)],
    ['a close at market', (sender) => sender.send(closeSmartTrade, stop)],
    ['a stop of a DCA bot', (sender) => sender.send(stopDcaBot, stopOfDca)],
  ])('%s is sent even long after the click, because it only reduces risk', async (_name, send) => {
    const { sent } = await slowly(({ clock }) => (clock.now += 3_600_000), {}, send)
    await untilSent(sent)
    expect(sent).toHaveLength(1)
  })

  it('a new obstacle between click and request prevents sending', async () => {
    let obstacle: string | undefined
    const wishes = { obstacle: () => obstacle }
    expect(await unsent(await slowly(() => (obstacle = 'You are offline.'), wishes))).toBe(
      'You are offline.',
    )
  })

  it('a changed mode prevents sending, except of the switch itself', async () => {
    let mode: Intent['mode'] = 'PAPER'
    const wishes = { mode: () => mode, offers: () => false }
    expect(await unsent(await slowly(() => (mode = 'REAL'), wishes))).toBe(
      'It was requested in PAPER, and the mode is now REAL.',
    )
    mode = 'PAPER'
    const browser = await openBrowser(wishes)
    browser.openTab().send(setMode, { query: { mode: 'real' } })
    mode = 'REAL'
    await untilSent(browser.sent)
  })

  it('a write with a short delay is sent', async () => {
    const { sent } = await slowly(({ clock }) => (clock.now += 10_000))
    await untilSent(sent)
    expect(sent).toHaveLength(1)
  })
})

describe('once the request has left', () => {
  const broken = () => {
    throw new Error('A listener of ours is broken.')
  }
  /** A sender whose listeners all fail, over a wire that answers at once. */
  async function aBrokenCommandSender(answer: () => Promise<Response>) {
    const sent: string[] = []
    const client = createClient({
      baseUrl: 'https://service.test',
      credentials: { apiKey: 'key', key: await importSecret('secret'), emptyForm: 'path?' },
      fetch: (url) => {
        sent.push(url)
        return answer()
      },
      onExchange: broken,
      onFailure: broken,
    })
    const sender = aCommandSender(client, { announce: broken })
    sender.journal.subscribe(broken)
    return { sender, sent }
  }

  it.each([
    ['placed', async () => new Response(STOPPED, { status: 201 })],
    [
      'refused',
      async () => new Response('{"error":"no","error_description":"No."}', { status: 422 }),
    ],
    ['unknown', async () => new Response('<html>', { status: 502 })],
    ['unknown', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['unknown', broken],
  ])('after the request has left, a throwing listener leaves it %s', async (kind, answer) => {
    const { sender, sent } = await aBrokenCommandSender(answer)
    const { outcome } = await shown(sender.journal, sender.send(stopGridBot, stop))
    expect(outcome.kind).toBe(kind)
    expect(sent).toHaveLength(1)
  })

  it('after the request has left, a lost lock makes it unknown', async () => {
    const locks = memoryLocks()
    let lose: () => void = () => undefined
    const browser = await openBrowser({ offers: () => false })
    const sender = aCommandSender(browser.client, {
      locks: {
        ...locks,
        ifFree: (name, act) =>
          Promise.race([
            locks.ifFree(name, act),
            new Promise<void>((_, reject) => (lose = () => reject(new Error('It was stolen.')))),
          ]),
      },
    })
    const id = sender.send(stopGridBot, stop)
    await untilSent(browser.sent)
    lose()
    expect((await shown(sender.journal, id)).outcome.kind).toBe('unknown')
  })

  it('after the request has left, an answer that breaks its reader makes it unknown', async () => {
    const browser = await openBrowser({ offers: () => false })
    const sender = browser.openTab()
    const id = sender.send(stopGridBot, stop)
    await untilSent(browser.sent)
    const nested = `{"id":7,"is_enabled":false,"grid_lines":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    browser.sent[0]?.answer(new Response(nested, { status: 201 }))
    expect((await shown(sender.journal, id)).outcome.kind).toBe('unknown')
  })

  it('after the request has left, an outcome that cannot be stored still counts in this tab', async () => {
    const memory = memoryJournal()
    let puts = 0
    const store: JournalStore = {
      ...memory,
      put: async (intent) => ((puts += 1) > 1 ? broken() : memory.put(intent)),
    }
    const browser = await openBrowser({ offers: () => false, store })
    const sender = browser.openTab()
    const id = sender.send(stopGridBot, stop)
    await untilSent(browser.sent)
    browser.sent[0]?.answer(new Response(STOPPED, { status: 201 }))
    expect((await shown(sender.journal, id)).outcome.kind).toBe('placed')
  })

  it('after the request has left, a broken judgement never makes it “not sent”', async () => {
    const browser = await openBrowser({ offers: () => false })
    const sender = browser.openTab()
    const id = sender.send(createSmartTrade, order)
    await untilSent(browser.sent)
    const trap = Object.assign(new Response(null, { status: 201 }), {})
    Reflect.set(trap, 'text', broken)
    Object.defineProperty(trap, 'body', { get: broken })
    browser.sent[0]?.answer(trap)
    expect((await shown(sender.journal, id)).outcome.kind).toBe('unknown')
  })
})

it('an order is stored with the service’s time at sending, if known', async () => {
  for (const [offset, expected] of [
    [3_600_000, 3_600_000],
    [undefined, undefined],
  ] as const) {
    const browser = await openBrowser({ offers: () => false, offset: () => offset })
    const sender = browser.openTab()
    const id = sender.send(stopGridBot, stop)
    await untilSent(browser.sent)
    const { sentAt, serviceSentAt } = sender.journal.find(id) ?? {}
    expect(serviceSentAt).toBe(
      expected === undefined || sentAt === undefined ? undefined : sentAt + expected,
    )
  }
})
