import { expect, it } from 'vitest'

import { aBrowser } from '#testing/a-browser.ts'

import { readProfile } from './connection-profile.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection } from './session.ts'
import { readEnteredKey } from './stored-secret.ts'

const BASE_URL = 'https://api.example.com/public/api'
const draft = { label: 'Main', baseUrl: BASE_URL, emptyForm: 'path' } as const

async function addFixed(
  store: SessionStore,
  keep: 'vault' | 'session',
  declaredMode: 'paper' | 'real' = 'real',
) {
  const secret = 'a secret of some length'
  const key = await readEnteredKey({ kind: 'hmac', apiKey: 'key', token: '', secret }, BASE_URL)
  return store.connections.add({ ...draft, dialect: '3commas', declaredMode }, key, keep)
}

it('is kept with a connection, and goes with it to another browser', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault('correct horse battery')
  const { id } = await addFixed(store, 'vault')
  expect(currentConnection(browser.openTab().session.get())).toMatchObject({ dialect: '3commas' })

  const file = await store.connections.exportConnections('passphrase of a file')
  const other = aBrowser().openTab()
  await other.connections.createVault('quite another passphrase')
  await other.connections.importConnections(file, 'passphrase of a file')
  other.connections.switchTo(id)
  expect(currentConnection(other.session.get())).toMatchObject({
    dialect: '3commas',
    declaredMode: 'real',
    writeEnabled: false,
  })
})

it('is the one of the contract for a connection that was kept before there were others', () => {
  const kept = { id: 'a', baseUrl: BASE_URL, kind: 'hmac', storage: 'vault' }
  expect(readProfile(kept)).toMatchObject({ dialect: 'quarterdeck', declaredMode: undefined })
  // Nobody guesses how to write to a service whose dialect is unknown here.
  expect(readProfile({ ...kept, dialect: 'another' })).toBeUndefined()
})

it('holds the mode of a connection fixed where it is sent with each request', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  const { id } = await addFixed(store, 'session')
  const { connections } = store
  browser.pass(1_000)
  connections.update(id, { declaredMode: 'paper', writeEnabled: true })
  connections.learnMode(id, 'paper', connections.modeHeardAt(id) + 1, { isReported: true })
  expect(currentConnection(store.session.get())).toMatchObject({
    declaredMode: 'real',
    writeEnabled: true,
  })
  // Without a word it is real money.
  const kept = { id: 'a', baseUrl: BASE_URL, kind: 'hmac', storage: 'vault', dialect: '3commas' }
  expect(readProfile(kept)).toMatchObject({ declaredMode: 'real', writeEnabled: false })
})

it('begins read only for paper too where one key may trade in both modes', async () => {
  const store = aBrowser().openTab()
  await addFixed(store, 'session', 'paper')
  expect(currentConnection(store.session.get())).toMatchObject({
    declaredMode: 'paper',
    writeEnabled: false,
  })
})
