import { expect, it } from 'vitest'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, currentCredentials, connectionStatus } from './session.ts'

async function addPaper(store: SessionStore, label = 'Paper') {
  return store.connections.addPaired(await aPairedConnection({ label }))
}

it('a paper connection is ready after a reload without a passphrase', async () => {
  const browser = aBrowser()
  await addPaper(browser.openTab())
  const reloaded = browser.openTab()
  await reloaded.connections.recallPaperKeys()
  expect(connectionStatus(reloaded.session.get())).toBe('ready')
  expect(currentConnection(reloaded.session.get())).toMatchObject({
    declaredMode: 'paper',
    writeEnabled: true,
  })
})

it('a paper key with `remember: false` is gone after a reload', async () => {
  const browser = aBrowser()
  await browser.openTab().connections.addPaired(await aPairedConnection({ remember: false }))
  const reloaded = browser.openTab()
  await reloaded.connections.recallPaperKeys()
  expect(connectionStatus(reloaded.session.get())).toBe('keyless')
})

it('pairing the same paper service again replaces its connection', async () => {
  const store = aBrowser().openTab()
  const first = await addPaper(store)
  const again = await addPaper(store)
  const another = await addPaper(store, 'Paper of another user')
  expect(again.id).toBe(first.id)
  expect(store.session.get().connections.map(({ id }) => id)).toEqual([first.id, another.id])
})

it('pairing again leaves a connection read only whose trading was switched off', async () => {
  const store = aBrowser().openTab()
  const { id } = await addPaper(store)
  store.connections.update(id, { writeEnabled: false })
  expect(await addPaper(store)).toMatchObject({ id, writeEnabled: false })
})

it('pairing with the demo leaves a connection of another world alone, whatever its name', async () => {
  const store = aBrowser().openTab()
  const pairWith = async (world: string, label: string) => {
    const apiKey = `key_of_${world}`
    return store.connections.addPaired(await aPairedConnection({ label, world, apiKey }))
  }
  const live = await pairWith('Binance', 'Binance paper')
  store.connections.update(live.id, { label: 'Paper service' })
  const demo = await pairWith('demo', 'Paper service')
  expect(demo.id).not.toBe(live.id)
  expect(store.session.get().connections.map(({ world }) => world)).toEqual(['Binance', 'demo'])
  expect(store.session.get().credentials.get(live.id)?.apiKey).toBe('key_of_Binance')
})

it('a renamed connection is replaced when its user pairs again with its world, and keeps its name', async () => {
  const store = aBrowser().openTab()
  const pairAs = async (user: string, world = 'demo') =>
    store.connections.addPaired(await aPairedConnection({ label: `Paper ${user}`, user, world }))
  const { id } = await pairAs('trader')
  store.connections.update(id, { label: 'Desk' })
  expect(await pairAs('trader')).toMatchObject({ id, label: 'Desk' })
  const others = [await pairAs('ann'), await pairAs('trader', 'Binance')]
  expect(store.session.get().connections.map((one) => one.id)).toEqual([
    id,
    ...others.map((one) => one.id),
  ])
})

it('a connection that names no world keeps its key when this browser pairs with the demo', async () => {
  const store = aBrowser().openTab()
  const pairWith = async (world: string | undefined, apiKey: string) =>
    store.connections.addPaired(await aPairedConnection({ world, apiKey }))
  const old = await pairWith(undefined, 'key_of_another_world')
  expect((await pairWith('demo', 'key_of_demo')).id).not.toBe(old.id)
  expect(store.session.get().credentials.get(old.id)?.apiKey).toBe('key_of_another_world')
})

it('a new token is stored with the paper key', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  const { id } = await addPaper(store)
  await store.connections.setToken(id, 'Bearer next-token')
  expect((await browser.paperKeys.recall(id))?.token).toBe('next-token')
  expect(currentCredentials(store.session.get())?.token).toBe('next-token')
  expect(currentConnection(store.session.get())?.hasToken).toBe(true)
})

it('removing a paper connection deletes its key', async () => {
  const browser = aBrowser()
  const store = browser.openTab()
  const { id } = await addPaper(store)
  await store.connections.remove(id)
  expect(await browser.paperKeys.recall(id)).toBeUndefined()
  expect(connectionStatus(store.session.get())).toBe('none')
})
