import { createClient } from '#client/client.ts'
import { decimal } from '#money/decimal.ts'
import { createSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { readableRows } from '#contract/read.ts'
import { indexedJournal } from '#intents/indexed-journal.ts'
import type { Intent } from '#intents/intent.ts'
import { createJournal } from '#intents/journal.ts'
import { webLocks } from '#intents/locks.ts'
import { createReconciler } from '#intents/reconciler.ts'
import { journalOf } from '#intents/sealed-journal.ts'
import { createCommandSender } from '#intents/command-sender.ts'
import { importSecret } from '#signing/keys.ts'

export type Settings = {
  apiKey: string
  secret: string
  patience: number
  delays: number[]
  twinDelays: number[]
  /** Milliseconds until an intent is written down: others that come meanwhile cannot read of it. */
  writing?: number
  /** Another service than the page's own. */
  baseUrl?: string
  /** Writes go as text over https. */
  asText?: boolean
}

/**
 * The one sender as the page has it, over the browser's own fetch, locks and IndexedDB, with waiting
 * times that let a proof end within the day.
 */
export async function openCommandSender(settings: Settings) {
  const { apiKey, secret, patience, delays, twinDelays, writing = 0 } = settings
  const credentials = { apiKey, key: await importSecret(secret), emptyForm: 'path?' as const }
  const client = createClient({
    baseUrl: settings.baseUrl ?? location.origin,
    credentials,
    fetch: async (url, init) => fetch(url, init),
    goesAsText: () => settings.asText === true,
  })
  const locks = webLocks(navigator.locks)
  const now = () => Date.now()
  const kept = journalOf(indexedJournal('proof'), undefined)
  const journal = createJournal({
    store: {
      ...kept,
      async put(intent) {
        if (intent.outcome.kind === 'sending') await wait(writing)
        await kept.put(intent)
      },
    },
    openedAt: performance.timeOrigin,
    announce: () => undefined,
  })
  const reconciler = createReconciler({
    journal,
    locks,
    now,
    wait,
    read: (endpoint, request) => client.call(endpoint, request as never),
    offers: () => false,
    offset: () => 0,
    isLeft: () => false,
    delays,
    twinDelays,
  })
  const sender = createCommandSender({
    client,
    journal,
    locks,
    reconciler,
    now,
    patience,
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    remembersKeys: () => false,
  })
  await sender.recover()

  const trades = async () =>
    readableRows(
      await client.call(listSmartTrades, {
        query: { order_by: 'created_at', order_direction: 'DESC', per_page: 100 },
      }),
    )
  return {
    /** A limit buy so small that the account can pay for thousands; its note distinguishes it from all others. */
    send: (account_id: number, note: string) =>
      sender.send(createSmartTrade, {
        body: {
          account_id,
          pair: 'USDT_BTC',
          position: {
            type: 'buy',
            order_type: 'limit',
            units: { value: decimal('0.0003') },
            price: { value: decimal('20000') },
          },
          note,
        },
      }),
    /** A write without a body; resolves when nobody sends it any more. */
    switchToPaper: async (): Promise<void> =>
      new Promise((resolve) => {
        const id = sender.send(setMode, { query: { mode: 'paper' } }, { isDeliberate: true })
        const look = () => journal.find(id)?.outcome.kind !== 'sending' && resolve()
        journal.subscribe(look)
        look()
      }),
    reconcile: sender.reconcile,
    layAside: sender.close,
    account: async () => (await trades()).find(({ pair }) => pair === 'USDT_BTC')?.account.id,
    /** Final display of an intent. */
    shown: async (id: string): Promise<Intent['outcome']['kind'] | 'held'> =>
      new Promise((resolve) => {
        const look = () => {
          const intent = journal.find(id)
          if (sender.pending.all().some((held) => held.id === id)) return resolve('held')
          if (intent?.looked?.endedAt !== undefined) resolve(intent.outcome.kind)
        }
        journal.subscribe(look)
        sender.pending.subscribe(look)
        look()
      }),
    /** Number of copies of an order that the page would list. */
    copies: (id: string): number => {
      const outcome = journal.find(id)?.outcome
      return outcome?.kind === 'duplicated' ? outcome.ids.length : 0
    },
    kept: () => journal.kept().map(({ id, outcome: { kind } }) => ({ id, kind })),
    /** Number of trades that the service has with a note. */
    count: async (note: string) => (await trades()).filter((trade) => trade.note === note).length,
  }
}

const wait = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
