import { expect, it } from 'vitest'

import type { EmptyForm } from '#signing/signature.ts'
import signingVectors from '#signing/signing-vectors.json'
import { aBrowser } from '#testing/a-browser.ts'

import { readProfile } from './connection-profile.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, currentCredentials } from './session.ts'
import { readEnteredKey, type StoredSecret } from './stored-secret.ts'

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

it('signs a body as its new kind of key does, whatever was found for the old one', async () => {
  const store = aBrowser().openTab()
  const { id } = await addFixed(store, 'session')
  const secret = 'another secret of some length'
  const hmac = await readEnteredKey({ kind: 'hmac', apiKey: 'key', secret }, BASE_URL)
  const rsa = await readEnteredKey(
    { kind: 'rsa', apiKey: 'key', pem: signingVectors.keys.rsaPrivatePkcs8Pem },
    BASE_URL,
  )
  const learn = (form: EmptyForm) => {
    const keyedAs = currentConnection(store.session.get())?.keyedAs ?? ''
    store.connections.learnForm(id, form, keyedAs)
  }
  const formWith = async (key: StoredSecret) => {
    await store.connections.giveKey(id, key, 'session')
    const { session } = store
    expect(currentCredentials(session.get())?.emptyForm).toBe(
      currentConnection(session.get())?.emptyForm,
    )
    return currentConnection(session.get())?.emptyForm
  }
  learn('path?')
  expect(await formWith(rsa)).toBe('path')
  learn('path?')
  expect(await formWith(rsa)).toBe('path?')
  learn('path')
  expect(await formWith(hmac)).toBe('path?')
})

it('asks anew for the mode with another key, which may be of another user', async () => {
  const store = aBrowser().openTab()
  const key = await readEnteredKey({ kind: 'hmac', apiKey: 'key', secret: 'a secret' }, BASE_URL)
  const paper = { ...draft, declaredMode: 'paper' } as const
  const { id } = await store.connections.add(paper, key, 'session')
  const heardAt = store.connections.modeHeardAt(id)
  store.connections.learnMode(id, 'paper', heardAt, { isReported: true })
  expect(heardAt).toBeGreaterThan(0)
  const other = await readEnteredKey({ kind: 'hmac', apiKey: 'other', secret: 'other' }, BASE_URL)
  await store.connections.giveKey(id, other, 'session')
  expect(store.connections.modeHeardAt(id)).toBe(0)
})
