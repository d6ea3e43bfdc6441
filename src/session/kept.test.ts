import { expect, it } from 'vitest'

import { createAddressBooks } from './address-book.ts'
import { createDrafts } from './drafts.ts'
import { memoryStorage } from './kept-store.ts'
import { createSettings } from './settings.ts'
import { createTraffic } from './traffic.ts'

it('settings survive a reload and call subscribers once per change', () => {
  const storage = memoryStorage()
  const settings = createSettings(storage)
  const seen: string[] = []
  const stop = settings.subscribe(() => seen.push(settings.get().theme))
  settings.set({ theme: 'dark', readsAMinute: 30 })
  stop()
  settings.set({ theme: 'light' })
  expect(seen).toEqual(['dark'])
  expect(createSettings(storage).get()).toMatchObject({ theme: 'light', readsAMinute: 30 })
})

it('visible columns stored by an earlier version are migrated once', () => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.choice.smart-trade-columns', '["pair","profit","account","status"]')
  const hidden = () => createSettings(storage).get().hiddenColumns['smart-trades']
  expect(hidden()).toEqual(expect.arrayContaining(['side', 'note', 'entry']))
  expect(hidden()).not.toContain('account')
  createSettings(storage).set({ hiddenColumns: {} })
  expect(hidden()).toBeUndefined()
})

it.each([
  '',
  'nonsense',
  'null',
  '[]',
  '{"theme":"pink","readsAMinute":1e9,"hideAmounts":"yes","hiddenColumns":7,"notices":["all"]}',
])('damaged settings are replaced by defaults: %s', (kept) => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.settings', kept)
  expect(createSettings(storage).get()).toEqual({
    theme: 'system',
    direction: 'green-up',
    hideAmounts: false,
    timeZone: 'local',
    firstDay: 'monday',
    density: 'standard',
    depositReadings: {},
    readsAMinute: undefined,
    orderRefs: false,
    notices: [],
    hiddenColumns: {},
    extraColumns: {},
    columnOrder: {},
  })
})

it.each([
  [20, 20],
  // The former default.
  [60, undefined],
])('a budget of %s stored by an earlier version is migrated to %s', (set, kept) => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.settings', JSON.stringify({ requestBudget: set }))
  const settings = createSettings(storage)
  expect(settings.get().readsAMinute).toBe(kept)
  settings.set({ theme: 'dark', readsAMinute: undefined })
  expect(createSettings(storage).get().readsAMinute).toBeUndefined()
})

it('settings can be changed in this tab when the storage is full', () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const settings = createSettings(full)
  settings.set({ theme: 'dark' })
  expect(settings.get().theme).toBe('dark')
})

it('settings are saved before subscribers are called', () => {
  const storage = memoryStorage()
  const settings = createSettings(storage)
  const read: unknown[] = []
  settings.subscribe(() => read.push(createSettings(storage).get().density))
  settings.set({ density: 'compact' })
  settings.set({ density: 'comfortable' })
  expect(read).toEqual(['compact', 'comfortable'])
})

it('settings follow a change in another tab', () => {
  const storage = memoryStorage()
  const settings = createSettings(storage)
  createSettings(storage).set({ timeZone: 'utc' })
  settings.reread('another key')
  expect(settings.get().timeZone).toBe('local')
  settings.reread('quarterdeck.settings')
  expect(settings.get().timeZone).toBe('utc')
})

const inPaper = () => 'paper' as const

it('an address book collects accounts and pairs, and keeps known names', () => {
  const storage = memoryStorage()
  const books = createAddressBooks(storage, inPaper)
  books.learn('c1', {
    accounts: [
      { id: 1, name: 'Spot', pair: 'USDT_BTC' },
      { id: 1, pair: 'USDT_ETH' },
      { id: 2, pair: 'USDT_BTC' },
    ],
    exchanges: [{ id: 'u1', label: 'Main' }, { id: 'u1' }],
  })
  books.followGridBot('c1', 7)
  books.followGridBot('c1', 8)
  books.unfollowGridBot('c1', 7)

  const expected = {
    accounts: [
      { id: 1, name: 'Spot', pairs: ['USDT_BTC', 'USDT_ETH'] },
      { id: 2, name: '', pairs: ['USDT_BTC'] },
    ],
    exchanges: [{ id: 'u1', label: 'Main' }],
    gridBots: [8],
  }
  expect(books.of('c1')).toEqual(expected)
  expect(createAddressBooks(storage, inPaper).of('c1')).toEqual(expected)
  expect(books.of('c2').accounts).toEqual([])
})

it('learning a known account changes nothing and calls no subscriber', () => {
  const books = createAddressBooks(memoryStorage(), inPaper)
  const learned = { accounts: [{ id: 1, name: 'Spot', pair: 'USDT_BTC' }] }
  books.learn('c1', learned)
  const before = books.of('c1')
  let calls = 0
  books.subscribe(() => (calls += 1))
  books.learn('c1', learned)
  expect([books.of('c1') === before, calls]).toEqual([true, 0])
})

it('damaged entries of an address book are skipped', () => {
  const storage = memoryStorage()
  const kept = { accounts: [{ id: 'x' }, { id: 3, pairs: [1, 'A_B'] }], gridBots: [1, 'two', 3] }
  storage.setItem('quarterdeck.address-book.c1.paper', JSON.stringify(kept))
  expect(createAddressBooks(storage, inPaper).of('c1')).toEqual({
    accounts: [{ id: 3, name: '', pairs: ['A_B'] }],
    exchanges: [],
    gridBots: [1, 3],
  })
})

it.each(['[]', '[1]', '7', 'null', '"text"'])(
  'an address book and the limits of a connection start empty from a stored %s',
  (kept) => {
    const storage = { ...memoryStorage(), getItem: () => kept }
    expect(createAddressBooks(storage, () => 'real').of('one').gridBots).toEqual([])
    const { pause, limits, failing } = createTraffic(storage).of('one')
    expect(pause.get().until + limits.get().policies.length + failing.get().level).toBe(0)
  },
)

it('drafts are separate by form and connection, and last until they are cleared', () => {
  const drafts = createDrafts(memoryStorage(), inPaper)
  drafts.write('c1', 'smart-trade', { pair: 'USDT_BTC' })
  drafts.write('c1', 'stop-run', 'text')
  expect(drafts.read('c1', 'smart-trade')).toEqual({ pair: 'USDT_BTC' })
  expect(drafts.read('c2', 'smart-trade')).toBeUndefined()
  drafts.clear('c1', 'stop-run')
  expect(drafts.read('c1', 'stop-run')).toBeUndefined()
  drafts.forget('c1')
  expect(drafts.read('c1', 'smart-trade')).toBeUndefined()
})

it('drafts and followed bots of one mode are hidden in the other and come back with their mode', () => {
  let mode: 'paper' | 'real' = 'paper'
  const drafts = createDrafts(memoryStorage(), () => mode)
  const books = createAddressBooks(memoryStorage(), () => mode)
  drafts.write('c1', 'grid-bot', { account: '1' })
  books.followGridBot('c1', 7)
  books.learn('c1', { accounts: [{ id: 1, name: 'Paper spot' }] })

  mode = 'real'
  expect(drafts.read('c1', 'grid-bot')).toBe(undefined)
  expect(books.of('c1')).toEqual({ accounts: [], exchanges: [], gridBots: [] })
  mode = 'paper'
  expect(drafts.read('c1', 'grid-bot')).toEqual({ account: '1' })
  expect(books.of('c1').gridBots).toEqual([7])
})

it('an address book of an earlier version moves to the current mode, its followed bots to both', () => {
  const storage = memoryStorage()
  const former = {
    accounts: [{ id: 3, name: 'Spot', pairs: [] }],
    exchanges: [{ id: 'u1', label: 'Main' }],
    gridBots: [7, 8],
  }
  storage.setItem('quarterdeck.address-book.c1', JSON.stringify(former))
  let mode: 'paper' | 'real' = 'real'
  const books = createAddressBooks(storage, () => mode)
  expect(books.of('c1')).toEqual(former)
  mode = 'paper'
  expect(books.of('c1')).toEqual({ accounts: [], exchanges: [], gridBots: [7, 8] })
  books.unfollowGridBot('c1', 7)
  expect(createAddressBooks(storage, () => mode).of('c1').gridBots).toEqual([8])
})

it('forgetting a connection deletes the address book of an earlier version too', () => {
  const storage = memoryStorage()
  storage.setItem('quarterdeck.address-book.c1', '{"gridBots":[7]}')
  createAddressBooks(storage, inPaper).forget('c1')
  expect(createAddressBooks(storage, inPaper).of('c1').gridBots).toEqual([])
})

it('forgetting a connection deletes the drafts of both modes', () => {
  const storage = memoryStorage()
  let mode: 'paper' | 'real' = 'paper'
  const drafts = createDrafts(storage, () => mode)
  drafts.write('c1', 'grid-bot', 'on paper')
  mode = 'real'
  drafts.forget('c1')
  mode = 'paper'
  expect(drafts.read('c1', 'grid-bot')).toBe(undefined)
})
