import { describe, expect, it } from 'vitest'

import { createSmartTrade } from '#contract/smart-trades.ts'
import { derivedKey } from '#signing/derived-key.ts'
import { importSecret } from '#signing/keys.ts'
import type { SigningKey } from '#signing/signature.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'
import { anIntent } from '#testing/an-intent.ts'

import { isInDoubtBy } from './asked.ts'
import { fromStored, toStored } from './journal-store.ts'
import { isClearlyOpen, type JournalRow, type JournalRows, journalOf } from './sealed-journal.ts'

const HMAC = await importSecret('the secret of a real account')
const { key: RSA } = await aKeyPair()
const OTHER = await importSecret('another secret of the same account')

/** The rows of a database, which several journals may share. */
function memoryRows() {
  const rows = new Map<string, JournalRow>()
  const store: JournalRows = {
    put: async (row) => void rows.set(row.id, structuredClone(row)),
    replace: async (expected, row) => {
      if (JSON.stringify(rows.get(row.id)) === JSON.stringify(expected)) rows.set(row.id, row)
    },
    get: async (id) => structuredClone(rows.get(id)),
    since: async (from) =>
      structuredClone([...rows.values()].filter(({ sentAt }) => sentAt >= from)),
  }
  return { store, rows, text: () => JSON.stringify([...rows.values()]) }
}

const keysOf = (key: SigningKey, former?: SigningKey, connection = 'one') => ({
  current: derivedKey(key, `journal ${connection}`),
  former: former && derivedKey(former, `journal ${connection}`),
  random: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
})

const order = toStored(
  anIntent(createSmartTrade, {
    id: 'order-1',
    body: '{"account_id":4711,"pair":"USDT_BTC"}',
    outcome: { kind: 'placed', answer: { id: 31337, note: 'a private note' } },
    said: '{"id":31337}',
  }),
)

describe.each([
  ['HMAC', HMAC],
  ['RSA', RSA],
] as const)('the journal of a real connection with an %s key', (_kind, key) => {
  it('a sealed journal stores no request or answer in the clear, and reads them back', async () => {
    const { store, text } = memoryRows()
    await journalOf(store, keysOf(key)).put(order)
    for (const word of ['4711', 'USDT_BTC', '31337', 'private', order.signed]) {
      expect(text()).not.toContain(word)
    }
    const again = journalOf(store, keysOf(key))
    expect(await again.get('order-1')).toEqual(order)
    expect(await again.since(0)).toEqual([order])
  })
})

it('a sealed journal reveals open requests without a key, and nothing else', async () => {
  const { store, rows } = memoryRows()
  const journal = journalOf(store, keysOf(HMAC))
  const open = toStored(anIntent(createSmartTrade, { id: 'open', outcome: { kind: 'sending' } }))
  await journal.put(open)
  await journal.put(order)
  const clear = [...rows.values()].filter(isClearlyOpen)
  expect(clear.map(({ id, endpoint, sentAt }) => ({ id, endpoint, sentAt }))).toEqual([
    { id: 'open', endpoint: open.endpoint, sentAt: open.sentAt },
  ])
})

it('a sealed journal opens no row with another key, and treats it as in doubt on every account', async () => {
  const { store } = memoryRows()
  const open = { ...order, outcome: { kind: 'sending' } } as const
  await journalOf(store, keysOf(HMAC)).put(open)
  for (const keys of [keysOf(OTHER), keysOf(HMAC, undefined, 'another connection'), undefined]) {
    const [found] = await journalOf(store, keys).since(0)
    expect(found).toMatchObject({ id: 'order-1', isSealed: true, body: '', target: '' })
    expect(found && isInDoubtBy(order, fromStored(found))).toBe(true)
  }
})

it('a sealed row that is refused by its clear part is not in doubt', async () => {
  const { store } = memoryRows()
  const failure = {
    kind: 'refused',
    status: 422,
    code: 'x',
    description: 'No.',
    attributes: {},
  } as const
  await journalOf(store, keysOf(HMAC)).put({ ...order, outcome: { kind: 'refused', failure } })
  const [found] = (await journalOf(store, keysOf(OTHER)).since(0)).map(fromStored)
  expect(found).toMatchObject({ isSealed: true, outcome: { kind: 'refused' } })
  expect(found && isInDoubtBy(order, found)).toBe(false)
})

it('a sealed row with a changed clear part is not opened', async () => {
  const { store, rows } = memoryRows()
  await journalOf(store, keysOf(HMAC)).put({ ...order, outcome: { kind: 'sending' } })
  const row = rows.get('order-1')
  if (row) rows.set('order-1', { ...row, outcome: { kind: 'placed', answer: {} } })
  expect(await journalOf(store, keysOf(HMAC)).get('order-1')).toMatchObject({ isSealed: true })
})

it('a sealed journal encrypts rows of an earlier version', async () => {
  const { store, text } = memoryRows()
  await store.put(order)
  expect(await journalOf(store, keysOf(HMAC)).since(0)).toEqual([order])
  expect(text()).not.toContain('USDT_BTC')
  expect(await journalOf(store, keysOf(HMAC)).since(0)).toEqual([order])
})

it('a sealed journal stays readable after a new key', async () => {
  const { store } = memoryRows()
  await journalOf(store, keysOf(HMAC)).put(order)
  expect(await journalOf(store, keysOf(OTHER, HMAC)).since(0)).toEqual([order])
  expect(await journalOf(store, keysOf(OTHER)).since(0)).toEqual([order])
})

it('a sealed journal writes rows in the order of calls', async () => {
  const { store } = memoryRows()
  const journal = journalOf(store, keysOf(HMAC))
  const large = { ...order, said: 'x'.repeat(2_000_000) }
  await Promise.all([journal.put(large), journal.put(order)])
  expect(await journal.get('order-1')).toEqual(order)
})
