import { expect, it } from 'vitest'

import type { EmptyForm } from '#signing/signature.ts'
import signingVectors from '#signing/signing-vectors.json'
import { aBrowser } from '#testing/a-browser.ts'
import { quickPassphrases } from '#testing/quick-passphrases.ts'

import { readProfile } from './connection-profile.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, currentCredentials } from './session.ts'
import { readEnteredKey, type StoredSecret } from './stored-secret.ts'

quickPassphrases()

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

it('the dialect is saved with the connection and exported to another browser', async () => {
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

it('a stored connection without a dialect has the contract’s own', () => {
  const kept = { id: 'a', baseUrl: BASE_URL, kind: 'hmac', storage: 'vault' }
  expect(readProfile(kept)).toMatchObject({ dialect: 'quarterdeck', declaredMode: undefined })
  // An unknown dialect makes the profile unreadable.
  expect(readProfile({ ...kept, dialect: 'another' })).toBeUndefined()
})

it('the mode of a connection with a fixed mode never changes', async () => {
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
  // Undeclared means real.
  const kept = { id: 'a', baseUrl: BASE_URL, kind: 'hmac', storage: 'vault', dialect: '3commas' }
  expect(readProfile(kept)).toMatchObject({ declaredMode: 'real', writeEnabled: false })
})

it('a paper connection is read-only at first if its key can trade in both modes', async () => {
  const store = aBrowser().openTab()
  await addFixed(store, 'session', 'paper')
  expect(currentConnection(store.session.get())).toMatchObject({
    declaredMode: 'paper',
    writeEnabled: false,
  })
})

it('a new kind of key resets the tested signature form; a key of the same kind keeps it', async () => {
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
  const formAfterKeyChange = async (key: StoredSecret) => {
    await store.connections.giveKey(id, key, 'session')
    const { session } = store
    expect(currentCredentials(session.get())?.emptyForm).toBe(
      currentConnection(session.get())?.emptyForm,
    )
    return currentConnection(session.get())?.emptyForm
  }
  learn('path?')
  expect(await formAfterKeyChange(rsa)).toBe('path')
  learn('path?')
  expect(await formAfterKeyChange(rsa)).toBe('path?')
  learn('path')
  expect(await formAfterKeyChange(hmac)).toBe('path?')
})

it('a new key makes the mode unconfirmed, because it may belong to another user', async () => {
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
