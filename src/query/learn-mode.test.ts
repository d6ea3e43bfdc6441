import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import { getMode, setMode } from '#contract/system.ts'
import type { Intent } from '#intents/intent.ts'
import { type JournalStore, memoryJournal } from '#intents/journal-store.ts'
import { createJournal } from '#intents/journal.ts'
import type { SessionStore } from '#session/session-store.ts'
import { connectionOf } from '#session/session.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { anIntent } from '#testing/an-intent.ts'

import { endpointQuery } from './endpoint-query.ts'
import { learnMode, polledMode } from './known-mode.ts'

afterEach(() => void vi.useRealTimers())

const LATER = 1_800_000_000_000

/** A paper connection in a browser whose tabs share a journal. */
async function aPaperConnection() {
  const browser = aBrowser()
  const store = memoryJournal()
  const session = browser.openTab()
  const { id } = await session.connections.addPaired(await aPairedConnection())
  browser.sleep(LATER + 10 - browser.now())
  const modeIn = (tab: SessionStore) => connectionOf(tab.session.get(), id)?.declaredMode
  return { browser, store, session, id, modeIn }
}

/** A page that saves reported modes. */
function openPage(session: SessionStore, id: string, store: JournalStore) {
  const journal = createJournal({ store, openedAt: 0, announce: () => undefined })
  const queryClient = new QueryClient()
  learnMode(journal, queryClient, (mode, at) => session.connections.learnMode(id, mode, at))
  return { journal, queryClient }
}

const aSwitch = (changes: Partial<Intent> = {}) =>
  anIntent(setMode, { params: '', sentAt: LATER, endedAt: LATER + 1, ...changes })
const answered: Intent['outcome'] = { kind: 'placed', answer: { mode: 'real' } }

it('the answer to a switch sets the mode in every tab and after a reload', async () => {
  const { browser, store, session, id, modeIn } = await aPaperConnection()
  const other = browser.openTab()
  const { journal } = openPage(session, id, store)
  await journal.record(aSwitch({ outcome: { kind: 'sending' }, endedAt: undefined }))
  expect(modeIn(session)).toBe('paper')
  await journal.change('first', { outcome: answered, endedAt: LATER + 1 })
  expect(modeIn(session)).toBe('real')
  expect(modeIn(other)).toBe('real')
  expect(modeIn(browser.openTab())).toBe('real')
})

it('an answered switch in the journal sets the mode when the page crashed before saving it', async () => {
  const { store, session, id, modeIn } = await aPaperConnection()
  await openPage(session, id, store).journal.record(aSwitch())
  await store.put({ ...aSwitch(), outcome: { kind: 'placed', answer: { mode: 'real' } } })
  await openPage(session, id, store).journal.load()
  expect(modeIn(session)).toBe('real')
})

it('dismissing a switch without an answer makes the mode unknown', async () => {
  const { store, session, id, modeIn } = await aPaperConnection()
  const { journal } = openPage(session, id, store)
  await journal.record(aSwitch())
  expect(modeIn(session)).toBe('paper')
  await journal.change('first', { closedAt: LATER + 2 })
  expect(modeIn(session)).toBe(undefined)
})

it('a mode declared by the user overrides an earlier switch', async () => {
  const { browser, store, session, id, modeIn } = await aPaperConnection()
  await openPage(session, id, store).journal.record(aSwitch({ outcome: answered }))
  browser.sleep(1_000)
  session.connections.update(id, { declaredMode: 'paper' })
  await openPage(session, id, store).journal.load()
  expect(modeIn(session)).toBe('paper')
})

it('a report of the service sets the mode and keeps trading switched on', async () => {
  const { store, session, id, modeIn } = await aPaperConnection()
  const { queryClient } = openPage(session, id, store)
  const { queryKey } = endpointQuery(getMode, {})
  queryClient.setQueryData(queryKey, { mode: 'real' }, { updatedAt: LATER })
  expect(modeIn(session)).toBe('real')
  expect(connectionOf(session.session.get(), id)?.writeEnabled).toBe(true)
})

it('a report sets the mode after the clock was set back', async () => {
  const { browser, store, session, id, modeIn } = await aPaperConnection()
  const switched = aSwitch({ outcome: { kind: 'placed', answer: { mode: 'paper' } } })
  session.connections.update(id, { declaredMode: 'paper' })
  browser.sleep(-3_600_000)
  const { journal, queryClient } = openPage(session, id, store)
  const { queryKey } = endpointQuery(getMode, {})
  queryClient.setQueryData(queryKey, { mode: 'real' }, { updatedAt: browser.now() })
  expect(modeIn(session)).toBe('real')
  // An older answer dated in the future is ignored.
  await journal.record(switched)
  expect(modeIn(session)).toBe('real')
})

it('the last switch sets the mode after the clock was set back since the one before', async () => {
  const { browser, store, session, id, modeIn } = await aPaperConnection()
  const { journal } = openPage(session, id, store)
  const toPaper: Intent['outcome'] = { kind: 'placed', answer: { mode: 'paper' } }
  await journal.record(aSwitch({ id: 'to paper', outcome: toPaper }))
  expect(modeIn(session)).toBe('paper')
  browser.sleep(-3_600_000)
  const sentAt = browser.now()
  await journal.record(aSwitch({ id: 'to real', sentAt, outcome: { kind: 'sending' } }))
  await journal.change('to real', { outcome: answered, endedAt: sentAt })
  expect(modeIn(session)).toBe('real')
})

it('a repeated report updates the age of the mode in all tabs without saving the profiles', async () => {
  const { browser, session, id } = await aPaperConnection()
  const other = browser.openTab()
  session.connections.learnMode(id, 'paper', LATER, { isReported: true })
  const profiles = () => browser.disk.getItem('quarterdeck.connections')
  const before = profiles()
  browser.sleep(30_000)
  session.connections.learnMode(id, 'paper', LATER + 30_000, { isReported: true })
  expect(profiles()).toBe(before)
  expect(session.connections.modeHeardAt(id)).toBe(LATER + 30_000)
  expect(other.connections.modeHeardAt(id)).toBe(LATER + 30_000)
})

it('a mode change keeps the credentials object', async () => {
  const { session, id } = await aPaperConnection()
  const before = session.session.get().credentials.get(id)
  session.connections.learnMode(id, 'real', LATER)
  expect(session.session.get().credentials.get(id)).toBe(before)
})

it('the mode is polled every 15 s', async () => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  let asked = 0
  const queryFn = () => Promise.resolve({ mode: 'paper' as const, asked: (asked += 1) })
  const observer = new QueryObserver(new QueryClient(), { ...polledMode(true), queryFn })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(46_000)
  stop()
  expect(asked).toBe(4)
})
