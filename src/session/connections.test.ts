import { expect, it } from 'vitest'

import { KeyProblem } from '#signing/key-problem.ts'
import { sign } from '#signing/signature.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { quickPassphrases } from '#testing/quick-passphrases.ts'

import { memoryStorage } from './kept-store.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, currentCredentials, connectionStatus } from './session.ts'
import { readEnteredKey } from './stored-secret.ts'

quickPassphrases()

const PASSPHRASE = 'correct horse battery'
const BASE_URL = 'https://api.example.com/public'

const aKey = (secret = 'canary-hmac-secret') =>
  readEnteredKey({ kind: 'hmac', apiKey: 'canary-api-key-1234', token: 'canary', secret }, BASE_URL)

async function addReal(store: SessionStore, keep: 'vault' | 'session' = 'vault') {
  const draft = { label: 'Main', baseUrl: BASE_URL, emptyForm: 'path?' } as const
  return store.connections.add({ ...draft, declaredMode: 'real' }, await aKey(), keep)
}

async function addPaper(store: SessionStore, label = 'Paper') {
  return store.connections.addPaired(await aPairedConnection({ label }))
}

/** Changes stored connections like another tab whose storage event has not arrived yet. */
function changeInOtherTab(disk: Pick<Storage, 'getItem' | 'setItem'>, change: object): void {
  const key = 'quarterdeck.connections'
  const kept = JSON.parse(disk.getItem(key) ?? '{}') as { connections: object[] }
  const connections = kept.connections.map((profile) => ({ ...profile, ...change }))
  disk.setItem(key, JSON.stringify({ ...kept, connections }))
}

it.each([
  [
    'the mode is learned',
    (store: SessionStore, id: string) =>
      store.connections.learnMode(id, 'paper', store.connections.modeHeardAt(id) + 1, {
        isReported: true,
      }),
  ],
  [
    'the transport is learned',
    (store: SessionStore, id: string) => store.connections.learnTransport(id, 'stream'),
  ],
  [
    'another connection is selected',
    (store: SessionStore) => store.connections.switchTo(store.session.get().connections[0]!.id),
  ],
])('a connection made read-only in another tab stays read-only when %s', async (_, act) => {
  const browser = aBrowser()
  const store = browser.openTab()
  const { id } = await addPaper(store)
  await addPaper(store, 'Second')
  browser.pass(1_000)
  changeInOtherTab(browser.disk, { writeEnabled: false })
  act(store, id)
  store.reread('quarterdeck.connections')
  expect(store.session.get().connections.map(({ writeEnabled }) => writeEnabled)).toEqual([
    false,
    false,
  ])
  expect(browser.openTab().session.get().connections).toEqual(store.session.get().connections)
})

it('a new real connection is selected, read-only and ready to sign', async () => {
  const store = aBrowser().openTab()
  await store.connections.createVault(PASSPHRASE)
  const profile = await addReal(store)

  expect(profile).toMatchObject({ writeEnabled: false, apiKeyHint: '1234', hasToken: true })
  expect(currentConnection(store.session.get())).toBe(profile)
  expect(connectionStatus(store.session.get())).toBe('ready')
  const { key, token } = currentCredentials(store.session.get())!
  expect(key.cryptoKey.extractable).toBe(false)
  expect(token).toBe('canary')
  expect(await sign(key, 'x')).toHaveLength(64)
})

it('no part of key or token is stored outside the vault', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault(PASSPHRASE)
  const { id } = await addReal(store)
  await store.connections.setToken(id, 'canary-second-token')
  store.drafts.write(id, 'grid-bot', 'a note')
  expect(browser.written.join()).not.toContain('canary')
})

it('a vault connection is locked after a reload and ready after unlocking', async () => {
  const browser = aBrowser()
  const first = browser.openTab()
  await first.connections.createVault(PASSPHRASE)
  await addReal(first)

  const reloaded = browser.openTab()
  expect(connectionStatus(reloaded.session.get())).toBe('locked')
  await expect(reloaded.connections.unlock('another passphrase')).rejects.toThrow('is not correct')
  expect(connectionStatus(reloaded.session.get())).toBe('locked')
  await reloaded.connections.unlock(PASSPHRASE)
  expect(connectionStatus(reloaded.session.get())).toBe('ready')
  expect(currentCredentials(reloaded.session.get())?.apiKey).toBe('canary-api-key-1234')
})

it('adding a connection to a closed vault fails and leaves no connection', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault(PASSPHRASE)
  store.connections.lock()
  await expect(addReal(store)).rejects.toThrow('locked')
  expect(store.session.get().connections).toEqual([])
})

it('a session key must be entered again after a reload', async () => {
  const browser = aBrowser()
  const { id } = await addReal(browser.openTab(), 'session')

  const reloaded = browser.openTab()
  expect(connectionStatus(reloaded.session.get())).toBe('keyless')
  await reloaded.connections.giveKey(id, await aKey(), 'session')
  expect(connectionStatus(reloaded.session.get())).toBe('ready')
})

it('a new key replaces the old one in the vault and keeps the id of the connection', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault(PASSPHRASE)
  const { id } = await addReal(store)
  const rotated = await readEnteredKey(
    { kind: 'hmac', apiKey: 'canary-api-key-9999', secret: 'another' },
    'https://api.example.com',
  )
  await store.connections.giveKey(id, rotated, 'vault')
  const reloaded = browser.openTab()
  await reloaded.connections.unlock(PASSPHRASE)
  expect(currentConnection(reloaded.session.get())).toMatchObject({ id, apiKeyHint: '9999' })
  expect(currentCredentials(reloaded.session.get())?.apiKey).toBe('canary-api-key-9999')
})

it('a key entered for another address is refused', async () => {
  const store = aBrowser().openTab()
  const { id } = await addReal(store, 'session')
  const elsewhere = await readEnteredKey(
    { kind: 'hmac', apiKey: 'key', secret: 'secret' },
    'https://api.example.net',
  )
  await expect(store.connections.giveKey(id, elsewhere, 'session')).rejects.toThrow(KeyProblem)
})

it('a profile with a tampered address does not get its key', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault(PASSPHRASE)
  await addReal(store)
  const profiles = browser.disk.getItem('quarterdeck.connections') ?? ''
  browser.disk.setItem(
    'quarterdeck.connections',
    profiles.replace('api.example.com', 'api.attacker.example'),
  )

  const reloaded = browser.openTab()
  await reloaded.connections.unlock(PASSPHRASE)
  expect(reloaded.session.get().credentials.size).toBe(0)
})

it('a tested signature form is used at once, unless the key was replaced since', async () => {
  const store = aBrowser().openTab()
  const { id, keyedAs } = await addReal(store, 'session')
  store.connections.learnForm(id, 'path', keyedAs)
  expect(currentCredentials(store.session.get())?.emptyForm).toBe('path')
  store.connections.learnForm(id, 'path?', 'an earlier key')
  expect(currentCredentials(store.session.get())?.emptyForm).toBe('path')
})

it('transport and accepted duplicates are saved; a safe transport resets the acceptance', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  const { id } = await addReal(store, 'session')
  store.connections.learnTransport(id, 'text-only')
  store.connections.update(id, { writeEnabled: true, acceptsDuplicates: true })
  const kept = { transport: { kind: 'text-only', foundAt: browser.now() } }
  const reloaded = currentConnection(browser.openTab().session.get())
  expect(reloaded).toMatchObject({ ...kept, acceptsDuplicates: true })

  store.connections.learnTransport(id, 'stream')
  store.connections.learnTransport(id, 'text-only')
  expect(currentConnection(store.session.get())).toMatchObject({ acceptsDuplicates: false })
})

it('switching trading off or declaring real mode resets accepted duplicates', async () => {
  const store = aBrowser().openTab()
  const { id } = await addReal(store, 'session')
  store.connections.learnTransport(id, 'no-streams')
  const ends = [{ writeEnabled: false }, { declaredMode: 'real' }] as const
  for (const end of ends) {
    store.connections.update(id, { writeEnabled: true, acceptsDuplicates: true })
    store.connections.update(id, end)
    expect(currentConnection(store.session.get())).toMatchObject({
      writeEnabled: false,
      acceptsDuplicates: false,
    })
  }
})

it('a stored profile without a transport is read as untested', async () => {
  const browser = aBrowser()
  await addReal(browser.openTab(), 'session')
  const name = 'quarterdeck.connections'
  const kept = JSON.parse(browser.disk.getItem(name) ?? '') as { connections: object[] }
  const {
    transport: _,
    acceptsDuplicates: __,
    ...old
  } = { ...kept.connections[0] } as Record<string, unknown>
  browser.disk.setItem(name, JSON.stringify({ ...kept, connections: [old] }))
  expect(currentConnection(browser.openTab().session.get())).toMatchObject({
    label: old['label'],
    transport: undefined,
    acceptsDuplicates: false,
  })
})

it('changing the mode from paper to real makes a connection read-only', async () => {
  const store = aBrowser().openTab()
  const { id } = await addReal(store, 'session')
  store.connections.update(id, { declaredMode: 'paper', writeEnabled: true })
  store.connections.update(id, { label: 'Renamed' })
  expect(currentConnection(store.session.get())?.writeEnabled).toBe(true)
  store.connections.update(id, { declaredMode: 'real' })
  expect(currentConnection(store.session.get())?.writeEnabled).toBe(false)
})

it('removing the current connection selects a paper connection, never a real one', async () => {
  const store = aBrowser().openTab()
  const first = await addReal(store, 'session')
  const second = await addReal(store, 'session')
  await store.connections.remove(second.id)
  expect(connectionStatus(store.session.get())).toBe('none')

  const paper = await addPaper(store)
  store.connections.switchTo(first.id)
  await store.connections.remove(first.id)
  expect(currentConnection(store.session.get())?.id).toBe(paper.id)
})

it('removing a connection deletes its key from the vault and its address book', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  await store.connections.createVault(PASSPHRASE)
  const { id } = await addReal(store)
  store.addressBook.followGridBot(id, 7)
  await store.connections.remove(id)

  const file = await store.connections.exportConnections('passphrase of a file')
  const other = aBrowser().openTab()
  await other.connections.createVault(PASSPHRASE)
  expect(await other.connections.importConnections(file, 'passphrase of a file')).toEqual([])
  expect(browser.disk.getItem(`quarterdeck.address-book.${id}`)).toBeNull()
})

it('an exported connection is encrypted and imported read-only', async () => {
  const store = aBrowser().openTab()
  await store.connections.createVault(PASSPHRASE)
  const { id } = await addReal(store)
  store.connections.update(id, { writeEnabled: true })
  const file = await store.connections.exportConnections('passphrase of a file')
  expect(file).not.toContain('canary')

  const elsewhere = aBrowser()
  const other = elsewhere.openTab()
  await other.connections.createVault('quite another passphrase')
  await expect(other.connections.importConnections(file, PASSPHRASE)).rejects.toThrow(
    'is not correct',
  )
  await other.connections.importConnections(file, 'passphrase of a file')

  other.connections.switchTo(id)
  expect(currentConnection(other.session.get())).toMatchObject({ id, writeEnabled: false })
  expect(connectionStatus(other.session.get())).toBe('ready')
  const reloaded = elsewhere.openTab()
  await reloaded.connections.unlock('quite another passphrase')
  expect(connectionStatus(reloaded.session.get())).toBe('ready')
})

it('two tabs share their connections but not their selection', async () => {
  const browser = aBrowser()
  const one = browser.openTab()
  const first = await addReal(one, 'session')
  const two = browser.openTab()
  const second = await addReal(two, 'session')

  expect(one.session.get().connections).toEqual(two.session.get().connections)
  expect(one.session.get().currentId).toBe(first.id)
  expect(two.session.get().currentId).toBe(second.id)

  await two.connections.remove(first.id)
  expect(connectionStatus(one.session.get())).toBe('none')
  expect(one.session.get().credentials.size).toBe(0)
})

it('each tab keeps its selected connection after a reload', async () => {
  const browser = aBrowser()
  const storage = memoryStorage()
  const first = await addReal(browser.openTab(storage), 'session')
  const second = await addReal(browser.openTab(), 'session')
  expect(browser.openTab(storage).session.get().currentId).toBe(first.id)
  expect(browser.openTab().session.get().currentId).toBe(second.id)
})

it.each([
  'nonsense',
  '[]',
  '{"connections":[1,null,{"id":"a"},{"id":"b","baseUrl":"no address","kind":"rsa"}]}',
  '{"connections":{},"lastUsed":7}',
])('damaged connections are dropped: %s', (kept) => {
  const browser = aBrowser()
  browser.disk.setItem('quarterdeck.connections', kept)
  expect(connectionStatus(browser.openTab().session.get())).toBe('none')
})
