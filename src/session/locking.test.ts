import { expect, it } from 'vitest'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { quickPassphrases } from '#testing/quick-passphrases.ts'
import type { SessionStore } from './session-store.ts'
import { connectionStatus } from './session.ts'
import { readEnteredKey } from './stored-secret.ts'

quickPassphrases()

const PASSPHRASE = 'correct horse battery'
const MINUTE = 60_000

async function addReal(store: SessionStore, keep: 'vault' | 'session') {
  const baseUrl = 'https://api.example.com'
  const stored = await readEnteredKey({ kind: 'hmac', apiKey: 'key', secret: 'secret' }, baseUrl)
  const draft = { label: 'Main', baseUrl, declaredMode: 'real', emptyForm: 'path?' } as const
  return store.connections.add(draft, stored, keep)
}

async function twoOpenTabs() {
  const browser = aBrowser()
  const one = browser.openTab()
  await one.connections.createVault(PASSPHRASE)
  await addReal(one, 'vault')
  const two = browser.openTab()
  await two.connections.unlock(PASSPHRASE)
  const states = () => [one, two].map(({ session }) => connectionStatus(session.get()))
  expect(states()).toEqual(['ready', 'ready'])
  return { browser, one, two, states }
}

it('locking one tab removes the keys of all tabs and notifies their subscribers', async () => {
  const { one, two, states } = await twoOpenTabs()
  const notified: string[] = []
  one.session.subscribe(() => notified.push('one'))
  two.session.subscribe(() => notified.push('two'))

  one.connections.lock()

  expect(states()).toEqual(['locked', 'locked'])
  expect(one.session.get().credentials.size + two.session.get().credentials.size).toBe(0)
  expect([...new Set(notified)]).toEqual(['one', 'two'])
  await expect(two.connections.exportConnections('a passphrase for it')).rejects.toThrow('locked')
})

it('onLocked is called once in each tab that had keys', async () => {
  const { browser, one, two } = await twoOpenTabs()
  const withoutKeys = browser.openTab()
  const calls: string[] = []
  one.onLocked(() => calls.push('one'))
  two.onLocked(() => calls.push('two'))
  withoutKeys.onLocked(() => calls.push('without keys'))
  two.connections.lock()
  two.connections.lock()
  expect(calls.toSorted()).toEqual(['one', 'two'])
})

it('a page from the back/forward cache is locked when it missed a lock', async () => {
  const { browser, one, two, states } = await twoOpenTabs()
  browser.putAside(two)
  one.connections.lock()
  expect(states()).toEqual(['locked', 'ready'])
  browser.takeBack(two)
  expect(states()).toEqual(['locked', 'locked'])
})

it('a page from the back/forward cache keeps its keys when it missed no lock', async () => {
  const { browser, two, states } = await twoOpenTabs()
  browser.putAside(two)
  browser.takeBack(two)
  expect(states()).toEqual(['ready', 'ready'])
})

it('a page from the back/forward cache is locked after 15 minutes without input', async () => {
  const { browser, two, states } = await twoOpenTabs()
  browser.putAside(two)
  browser.sleep(16 * MINUTE)
  browser.takeBack(two)
  expect(states()).toEqual(['locked', 'locked'])
})

it('a page that was frozen for 20 minutes locks nothing if another tab was used meanwhile', async () => {
  const { browser, one, two, states } = await twoOpenTabs()
  browser.putAside(two)
  browser.sleep(10 * MINUTE)
  one.touch()
  browser.sleep(10 * MINUTE)
  browser.takeBack(two)
  expect(states()).toEqual(['ready', 'ready'])
})

it('the first input after the clock was set back by two hours locks all tabs', async () => {
  const { browser, one, states } = await twoOpenTabs()
  browser.sleep(-120 * MINUTE)
  one.touch()
  expect(states()).toEqual(['locked', 'locked'])
})

it('all tabs are locked after 15 minutes without input in any tab', async () => {
  const { browser, two, states } = await twoOpenTabs()
  browser.pass(14 * MINUTE)
  two.touch()
  browser.pass(14 * MINUTE)
  expect(states()).toEqual(['ready', 'ready'])
  browser.pass(MINUTE)
  expect(states()).toEqual(['locked', 'locked'])
})

it('the first input after the machine slept 16 minutes locks all tabs', async () => {
  const { browser, one, states } = await twoOpenTabs()
  browser.sleep(16 * MINUTE)
  one.touch()
  expect(states()).toEqual(['locked', 'locked'])
})

it('unlocking restarts the 15 minutes', async () => {
  const { browser, one, states } = await twoOpenTabs()
  browser.pass(20 * MINUTE)
  one.touch()
  await one.connections.unlock(PASSPHRASE)
  browser.pass(14 * MINUTE)
  expect(states()).toEqual(['ready', 'locked'])
  browser.pass(MINUTE)
  expect(states()).toEqual(['locked', 'locked'])
})

it('locking during an unlock leaves the vault locked', async () => {
  const { browser } = await twoOpenTabs()
  const tab = browser.openTab()
  const unlocking = tab.connections.unlock(PASSPHRASE).catch(() => undefined)
  tab.connections.lock()
  await unlocking
  expect(connectionStatus(tab.session.get())).toBe('locked')
  expect(tab.session.get().credentials.size).toBe(0)
})

it('locking removes a session key, which must be entered again', async () => {
  const store = aBrowser().openTab()
  await addReal(store, 'session')
  expect(store.connections.canLock()).toBe(true)
  store.connections.lock()
  expect(connectionStatus(store.session.get())).toBe('keyless')
  expect(store.connections.canLock()).toBe(false)
})

it('the automatic lock keeps a paper key and notifies nobody', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.addPaired(await aPairedConnection())
  let calls = 0
  store.session.subscribe(() => (calls += 1))
  browser.pass(60 * MINUTE)
  expect([connectionStatus(store.session.get()), calls]).toEqual(['ready', 0])
})

it('a tab is locked when another tab changes the passphrase or deletes the vault', async () => {
  const { one, two, states } = await twoOpenTabs()
  await one.connections.changePassphrase(PASSPHRASE, 'another passphrase')
  expect(states()).toEqual(['ready', 'locked'])
  await two.connections.unlock('another passphrase')

  two.connections.forgetVault()
  expect(states()).toEqual(['keyless', 'keyless'])
  expect(one.connections.hasVault()).toBe(false)
})
