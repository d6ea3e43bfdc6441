import type { Page } from '@playwright/test'

type Row = {
  name: string
  method?: 'POST' | 'DELETE'
  path: string
  target?: string
  body?: string
  outcome: object
  looked?: object
  closedAt?: number
}

/** Some of everything that can become of what was sent, oldest first. */
export function everyEnd(accountId: number, now = Date.now()): Row[] {
  const order = { name: 'createSmartTrade', path: '/api/v1/smart_trades', body: orderOn(accountId) }
  const looked = { checks: 8, endedAt: now }
  return [
    { ...order, outcome: { kind: 'placed', answer: { id: 11 } }, looked },
    { ...order, outcome: { kind: 'twice', ids: [12, 13] }, looked },
    { ...order, outcome: { kind: 'refused', failure: REFUSED }, looked },
    {
      name: 'sellAllToUsd',
      path: '/api/v1/exchanges/:id/sell_all_to_usd',
      target: '/api/v1/exchanges/11111111-2222-4333-8444-555555555555/sell_all_to_usd',
      outcome: { kind: 'unknown', failure: LOST },
      closedAt: now,
    },
    {
      name: 'stopGridBot',
      path: '/api/v1/bots/grid/:id/stop',
      target: '/api/v1/bots/grid/4/stop',
      outcome: { kind: 'placed', answer: { id: 4 }, isFound: true },
      looked,
    },
    anUnknownOrder(accountId),
  ]
}

/** An intent that was searched for and not found. */
export const anUnknownOrder = (accountId: number): Row => ({
  name: 'createSmartTrade',
  path: '/api/v1/smart_trades',
  body: orderOn(accountId),
  outcome: { kind: 'unknown', failure: LOST },
  looked: { checks: 8, endedAt: Date.now() },
})

const orderOn = (account_id: number): string =>
  JSON.stringify({
    account_id,
    pair: 'USDT_BTC',
    position: {
      type: 'buy',
      order_type: 'limit',
      units: { value: '0.05' },
      price: { value: 61_250.5 },
    },
    note: 'range low #swing',
  })

const LOST = { kind: 'unreachable', because: 'The connection was lost before an answer came.' }
const REFUSED = {
  kind: 'refused',
  status: 422,
  code: 'record_invalid',
  description: 'Invalid parameters.',
  attributes: { 'position.units.value': ['Units must be a multiple of 0.00001.'] },
}

/** Puts intents into the page's journal, as if they had been sent before it was opened. */
export async function seedJournal(
  page: Page,
  rows: readonly Row[],
  now = Date.now(),
): Promise<void> {
  const intents = rows.map(
    ({ method = 'POST', name, path, target = path, body = '', ...rest }, index) => ({
      id: `${index}`.padStart(32, '0'),
      endpoint: { name, method, path, security: 'signed' },
      origin: new URL(page.url()).origin,
      target,
      body,
      signed: `${target}?${body}`,
      headers: { 'Content-Type': 'application/json' },
      sentAt: now - (rows.length - index) * 600_000,
      endedAt: now - (rows.length - index) * 600_000 + 20_000,
      ...rest,
    }),
  )
  await page.evaluate(async (all) => {
    const kept = localStorage.getItem('quarterdeck.connections') ?? '{}'
    const { lastUsed } = JSON.parse(kept) as { lastUsed: string }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('quarterdeck.intents')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('no journal')))
    })
    const transaction = database.transaction('intents', 'readwrite')
    for (const intent of all) {
      transaction.objectStore('intents').put({ ...intent, connection: lastUsed })
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    database.close()
  }, intents)
  await page.reload()
}

/** Number of intents in the page's journal. */
export const countOfIntents = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('quarterdeck.intents')
        opening.addEventListener('error', () => reject(new Error('no journal')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const counting = database.transaction('intents').objectStore('intents').count()
          counting.addEventListener('success', () => {
            database.close()
            resolve(counting.result)
          })
        })
      }),
  )
