import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Changes } from '../engine/changes.ts'
import { openIndexedDbStore } from '../in-page/indexed-db-store.ts'
import { LOWEST_ID } from './id-blocks.ts'
import { openDataDirectory } from './sqlite/data-directory.ts'
import { openSqliteStore } from './sqlite/sqlite-store.ts'
import type { NamedEffect, NewKey, Store } from './store.ts'

const NOTHING: Changes = { stored: [], removed: [], ended: [], owned: [], appended: [] }
const ORIGIN = { kind: 'empty', seed: 1, madeAt: 1 } as const
const HMAC: NewKey = { algorithm: 'hmac', permissions: ['BOTS_READ'], expiresAt: undefined }
const PAPER_KEY = /^paper_[0-9a-f]{32}$/

const account = (id: string, json = '{}') => ({
  ...NOTHING,
  stored: [{ kind: 'account', id, json }],
})
const deposit = (amount: string, balance = amount): Changes => ({
  ...NOTHING,
  stored: [
    { kind: 'balance', id: 'account:7:free USDT', json: JSON.stringify(balance) },
    { kind: 'balance', id: 'outside USDT', json: JSON.stringify(`-${balance}`) },
  ],
  appended: [
    {
      journal: 'ledger',
      at: 1,
      json: JSON.stringify({
        at: 1,
        cause: 'deposit',
        postings: [
          { place: 'outside', currency: 'USDT', amount: `-${amount}` },
          { place: 'account:7:free', currency: 'USDT', amount },
        ],
      }),
    },
  ],
})
const effect = (idempotencyKey: string, at = 1): NamedEffect => ({
  name: { apiKey: 'k', method: 'POST', path: '/p', idempotencyKey },
  effect: { requestHash: 'h', status: 201, body: '{}' },
  at,
})
const event = (number: number): Changes => ({
  ...NOTHING,
  appended: [
    {
      journal: 'events',
      at: number,
      bot: 'a',
      number,
      json: JSON.stringify({
        id: number,
        created_at: number,
        type: 'started',
        message: 'a',
        price: null,
        amount: null,
      }),
    },
  ],
})

const HOUR = 3_600_000
let databases = 0

/** Opens each kind of store again over its data, like after a restart. */
const STORES: Record<string, () => { open: () => Promise<Store>; remove: () => void }> = {
  SQLite() {
    const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
    return {
      open: async () => openSqliteStore(openDataDirectory(data)),
      remove: () => rmSync(data, { recursive: true }),
    }
  },
  IndexedDB() {
    const name = `stores-${(databases += 1)}`
    return { open: () => openIndexedDbStore(name, () => undefined), remove: () => undefined }
  },
}

describe.each(Object.entries(STORES))('a store in %s', (_kind, make) => {
  let place: ReturnType<typeof make>
  let store: Store
  let user: number
  let other: number
  beforeEach(async () => {
    place = make()
    store = await place.open()
    user = (await store.users.ensure({ name: 'trader' }, 0)).id
    other = (await store.users.ensure({ name: 'another' }, 0)).id
  })
  afterEach(async () => {
    await store.close()
    place.remove()
  })
  async function reopen(): Promise<void> {
    await store.close()
    store = await place.open()
  }
  const opened = async (userId: number) => {
    const { stored, fault } = await store.worlds.open(userId)
    return { stored, fault }
  }

  it('knows users by name and id, and makes each once', async () => {
    expect(await store.users.ensure({ name: 'trader' }, 5)).toMatchObject({ id: user })
    await reopen()
    expect((await store.users.all()).map(({ name }) => name)).toEqual(['trader', 'another'])
    expect(await store.users.named('another')).toMatchObject({ id: other, wishedWorld: undefined })
    expect(await store.users.withId(99)).toBeUndefined()
  })

  it('the store keeps the wished world of a user until a world is made', async () => {
    await store.users.ensure({ name: 'trader', wishedWorld: 'empty' }, 0)
    await store.users.ensure({ name: 'trader' }, 0)
    expect(await store.users.withId(user)).toMatchObject({ wishedWorld: 'empty' })
    await store.worlds.commit(user, { origin: ORIGIN, changes: account('7') })
    await store.users.ensure({ name: 'trader', wishedWorld: 'demo' }, 0)
    expect(await store.users.withId(user)).toMatchObject({ wishedWorld: 'empty' })
  })

  it('the store keeps keys until they are revoked', async () => {
    const key = await store.keys.add({ name: 'trader' }, HMAC, 3)
    const rsa = { ...HMAC, algorithm: 'rsa' as const, publicKey: 'PEM', expiresAt: 9 }
    const second = await store.keys.add({ name: 'third' }, rsa, 4)
    expect(key).toMatchObject({ userId: user, userName: 'trader', createdAt: 3 })
    expect(key.apiKey).toMatch(PAPER_KEY)
    expect(key.material).toMatch(/^[0-9a-f]{64}$/)
    await reopen()
    expect(await store.keys.find(key.apiKey)).toEqual(key)
    expect(await store.keys.list()).toEqual([key, second])
    expect(second).toMatchObject({ material: 'PEM', expiresAt: 9 })
    expect(await store.keys.revoke(key.apiKey)).toBe(true)
    expect(await store.keys.revoke(key.apiKey)).toBe(false)
    await reopen()
    expect(await store.keys.find(key.apiKey)).toBeUndefined()
  })

  it('redeems a pairing code once, within ten minutes', async () => {
    const code = await store.pairing.makeCode(user, 0)
    const late = await store.pairing.makeCode(user, 1)
    await reopen()
    expect(await store.pairing.redeem('no code', HMAC, 0)).toBeUndefined()
    const both = await Promise.all([
      store.pairing.redeem(code, HMAC, 0),
      store.pairing.redeem(code, HMAC, 0),
    ])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await store.pairing.redeem(late, HMAC, 600_001)).toBeUndefined()
  })

  it('the store keeps the secret of its tokens', async () => {
    const secret = Buffer.from(store.tokenSecret).toString('hex')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    await reopen()
    expect(Buffer.from(store.tokenSecret).toString('hex')).toBe(secret)
  })

  it('the store keeps a world and the answer to the request that changed it', async () => {
    expect(await store.worlds.originOf(user)).toBeUndefined()
    await store.worlds.commit(user, {
      origin: ORIGIN,
      changes: { ...deposit('12.5'), stored: [...deposit('12.5').stored, ...account('7').stored] },
      effect: effect('a'),
    })
    await store.worlds.commit(user, { changes: account('7', '{"label":"spot"}') })
    await store.worlds.commit(user, { changes: account('8') })
    await store.worlds.commit(user, {
      changes: { ...NOTHING, removed: [{ kind: 'account', id: '8' }] },
    })
    await reopen()
    expect(await store.worlds.originOf(user)).toEqual(ORIGIN)
    expect(await opened(user)).toEqual({
      stored: [{ kind: 'account', id: '7', json: '{"label":"spot"}' }, ...deposit('12.5').stored],
      fault: undefined,
    })
    expect(await opened(other)).toEqual({ stored: [], fault: undefined })
    expect(await store.effects.find(effect('a').name)).toEqual({
      ...effect('a').effect,
      at: effect('a').at,
    })
    expect(await store.effects.find(effect('b').name)).toBeUndefined()
    expect(await store.worlds.ownerOf('account', '7')).toBe(user)
    expect(await store.worlds.ownerOf('account', '8')).toBeUndefined()
  })

  it('reports a ledger that does not add up to the balances', async () => {
    await store.worlds.commit(user, { origin: ORIGIN, changes: deposit('12.5') })
    await store.worlds.commit(user, { changes: deposit('2', '14.5') })
    expect((await opened(user)).fault).toBeUndefined()
    await store.worlds.commit(user, { changes: deposit('2', '99') })
    await reopen()
    expect((await opened(user)).fault).toMatch(
      /^its entries do not add up to the USDT of (account:7:free|outside)$/,
    )
  })

  it('the store refuses an account below zero', async () => {
    await expect(
      store.worlds.commit(user, {
        changes: {
          ...NOTHING,
          stored: [{ kind: 'balance', id: 'account:7:held USDT', json: '"-0.01"' }],
        },
      }),
    ).rejects.toThrow(/CHECK|below zero/)
    expect(await opened(user)).toEqual({ stored: [], fault: undefined })
  })

  it('fails commits with the one that they build on, and no others', async () => {
    const bad = { stored: [{ kind: 'balance', id: 'account:7:held USDT', json: '"-1"' }] }
    const outcomes = await Promise.allSettled([
      store.worlds.commit(user, { changes: account('1') }),
      store.worlds.commit(user, { changes: { ...NOTHING, ...bad }, effect: effect('c') }),
      store.worlds.commit(user, { changes: account('2') }),
      store.worlds.commit(other, { changes: account('3') }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    await reopen()
    expect((await opened(user)).stored.map(({ id }) => id)).toEqual(['1'])
    expect((await opened(other)).stored.map(({ id }) => id)).toEqual(['3'])
    expect(await store.effects.find(effect('c').name)).toBeUndefined()
  })

  it('the store reads every past entry that was handed over before', async () => {
    const past = store.worlds.past(user)
    void store.worlds.commit(user, { origin: ORIGIN, changes: event(1) })
    void store.worlds.commit(user, { changes: event(2) })
    expect((await past.events('a', 9)).map(({ id }) => id)).toEqual([2, 1])
    await reopen()
    expect((await store.worlds.past(user).events('a', 1)).map(({ id }) => id)).toEqual([2])
    expect(await store.worlds.past(other).events('a', 9)).toEqual([])
  })

  it('removes a world whose making was broken off, and leaves one that was made', async () => {
    await store.worlds.commit(user, { changes: { ...account('7'), appended: event(1).appended } })
    await store.worlds.commit(other, {
      origin: ORIGIN,
      changes: { ...account('8'), appended: event(2).appended },
    })
    await store.worlds.removeUnfinished(user)
    await store.worlds.removeUnfinished(other)
    await store.worlds.commit(user, { changes: event(3) })
    for (const round of ['at once', 'opened again']) {
      expect([round, (await opened(user)).stored]).toEqual([round, []])
      expect((await opened(other)).stored).toHaveLength(1)
      expect((await store.worlds.past(user).events('a', 9)).map(({ id }) => id)).toEqual([3])
      expect((await store.worlds.past(other).events('a', 9)).map(({ id }) => id)).toEqual([2])
      await reopen()
    }
  })

  it('the store gives each user blocks of ids of their own', async () => {
    const first = await store.worlds.takeIds(user, LOWEST_ID)
    expect(await store.worlds.takeIds(user, LOWEST_ID + 5_000_000)).toBe(first)
    const second = await store.worlds.takeIds(other, LOWEST_ID)
    expect([first, second]).toEqual([LOWEST_ID, LOWEST_ID + 1_000_000])
    const world = (nextId: number) => ({
      ...NOTHING,
      stored: [{ kind: 'world', id: 'meta', json: JSON.stringify({ nextId }) }],
    })
    await store.worlds.commit(user, { changes: world(first + 10) })
    await expect(store.worlds.commit(user, { changes: world(second + 10) })).rejects.toThrow(
      /block of ids/,
    )
    await store.worlds.commit(user, { changes: world(first + 600_000) })
    await reopen()
    const { stored } = await opened(user)
    expect(JSON.parse(stored[0]?.json ?? '')).toEqual({ nextId: LOWEST_ID + 2_000_000 })
  })

  it('remembers answers for 48 hours', async () => {
    await store.worlds.commit(user, { changes: NOTHING, effect: effect('old', 0) })
    await store.worlds.commit(user, { changes: NOTHING, effect: effect('new', HOUR) })
    await store.effects.forgetOld(48 * HOUR + 1)
    expect(await store.effects.find(effect('old').name)).toBeUndefined()
    expect(await store.effects.find(effect('new').name)).toBeDefined()
  })

  it('the store keeps moments, and can be written', async () => {
    expect([await store.worldTime.read(), await store.lastBackup.read()]).toEqual([0, 0])
    await store.worldTime.save(5)
    await store.lastBackup.save(6)
    await store.tryWriting()
    await reopen()
    expect([await store.worldTime.read(), await store.lastBackup.read()]).toEqual([5, 6])
  })
})

it('a store in IndexedDB stores nothing more once another has opened the same', async () => {
  const lost: string[] = []
  const first = await openIndexedDbStore('two-tabs', () => void lost.push('first'))
  const user = (await first.users.ensure({ name: 'trader' }, 0)).id
  await first.worlds.commit(user, { origin: ORIGIN, changes: account('1') })
  const second = await openIndexedDbStore('two-tabs', () => void lost.push('second'))
  await expect(first.worlds.commit(user, { changes: account('2') })).rejects.toMatchObject({
    isUndone: true,
  })
  expect(lost).toEqual(['first'])
  await second.worlds.commit(user, { changes: account('3') })
  expect((await second.worlds.open(user)).stored.map(({ id }) => id)).toEqual(['1', '3'])
  await second.close()
})

it('a store in IndexedDB refuses what has no room, with whatever builds on it, and goes on once there is room', async () => {
  const store = await openIndexedDbStore('full', () => undefined)
  const user = (await store.users.ensure({ name: 'trader' }, 0)).id
  await store.worlds.commit(user, { origin: ORIGIN, changes: account('1') })
  // A browser without room does this.
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const failed = { because: 'full', isUndone: true }
  await expect(store.worlds.commit(user, { changes: account('2') })).rejects.toMatchObject(failed)
  await expect(store.tryWriting()).rejects.toMatchObject(failed)
  expect((await store.worlds.open(user)).stored.map(({ id }) => id)).toEqual(['1'])
  full.mockRestore()
  await store.tryWriting()
  await store.worlds.commit(user, { changes: account('3') })
  expect((await store.worlds.open(user)).stored.map(({ id }) => id)).toEqual(['1', '3'])
  await store.close()
})

it('a store in IndexedDB has nothing left of anybody once it forgets everything', async () => {
  const store = await openIndexedDbStore('forgotten', () => undefined)
  const user = (await store.users.ensure({ name: 'trader' }, 0)).id
  const key = await store.keys.add({ name: 'trader' }, HMAC, 0)
  await store.worlds.commit(user, { origin: ORIGIN, changes: { ...deposit('5'), ...event(1) } })
  await store.forgetAll()
  expect(await store.users.all()).toEqual([])
  expect(await store.keys.find(key.apiKey)).toBeUndefined()
  expect((await store.everything(user)).flatMap((part) => Object.values(part).flat())).toEqual([])
  expect(await store.worlds.originOf(user)).toBeUndefined()
  await store.close()
})
