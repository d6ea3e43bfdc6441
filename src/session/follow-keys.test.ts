import { expect, it } from 'vitest'

import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { quickPassphrases } from '#testing/quick-passphrases.ts'

import type { SessionStore } from './session-store.ts'
import { readEnteredKey } from './stored-secret.ts'

quickPassphrases()

const PASSPHRASE = 'correct horse battery'
const BASE_URL = 'https://api.example.com'

const aKey = (apiKey = 'an-api-key-1234', token = 'first') =>
  readEnteredKey({ kind: 'hmac', apiKey, token, secret: 'a secret of some length' }, BASE_URL)
const draft = { baseUrl: BASE_URL, emptyForm: 'path?', declaredMode: 'real' } as const
const heldIn = (tab: SessionStore, id: string) => tab.session.get().credentials.get(id)
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve))
}

it('tabs with an open vault load a changed key or token, and no other connection changes', async () => {
  const browser = aBrowser()
  const one = browser.openTab()
  await one.connections.createVault(PASSPHRASE)
  const { id } = await one.connections.add({ ...draft, label: 'A' }, await aKey(), 'vault')
  const other = await one.connections.add({ ...draft, label: 'B' }, await aKey(), 'vault')
  const two = browser.openTab()
  await two.connections.unlock(PASSPHRASE)
  const before = heldIn(two, other.id)

  await one.connections.setToken(id, 'second')
  await until(() => heldIn(two, id)?.token === 'second')
  await one.connections.giveKey(id, await aKey('another-key-5678'), 'vault')
  await until(() => heldIn(two, id)?.apiKey === 'another-key-5678')
  expect(heldIn(two, other.id)).toBe(before)
})

it('other tabs load a new paper key and its changed token', async () => {
  const browser = aBrowser()
  const [one, two] = [browser.openTab(), browser.openTab()]
  const { id } = await one.connections.addPaired(await aPairedConnection())
  await until(() => heldIn(two, id)?.apiKey === 'paper_key_5678')
  await one.connections.setToken(id, 'second')
  await until(() => heldIn(two, id)?.token === 'second')
  expect(heldIn(two, id)?.key.cryptoKey.extractable).toBe(false)
})

it('a different key in the memory of another tab removes ours; the same key does not', async () => {
  const browser = aBrowser()
  const [one, two] = [browser.openTab(), browser.openTab()]
  const { id } = await one.connections.add({ ...draft, label: 'A' }, await aKey(), 'session')
  await two.connections.giveKey(id, await aKey(), 'session')
  expect([heldIn(one, id)?.token, heldIn(two, id)?.token]).toEqual(['first', 'first'])
  await two.connections.giveKey(id, await aKey('another-key-5678'), 'session')
  expect(heldIn(one, id)).toBeUndefined()
  expect(heldIn(two, id)?.apiKey).toBe('another-key-5678')
})
