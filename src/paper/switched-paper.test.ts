import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createClient } from '#client/client.ts'
import { PERMISSIONS } from '#contract/endpoint.ts'
import { getBalanceTable, listExchanges } from '#contract/exchanges.ts'
import { listPairs } from '#contract/market.ts'
import { getTime, makePairingCode, openWorld, pairBrowser } from '#contract/system.ts'
import { decimal } from '#money/decimal.ts'
import { importSecret } from '#signing/keys.ts'
import { aKeyPair } from '#testing/a-paired-connection.ts'
import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'
import { eventually } from '#testing/eventually.ts'

import { commandOf, openService, readServeFlags } from './main.ts'
import { lockDirectory, openDataDirectory } from './store/sqlite/data-directory.ts'
import { openDatabase } from './store/sqlite/database.ts'

let data: string
let exchange: BinanceStandIn
let service: Awaited<ReturnType<typeof openService>>
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-switched-'))
  exchange = await binanceStandIn()
  exchange.beatEvery(100)
  await start('--world', 'empty')
})
afterEach(async () => {
  await end()
  await exchange.close()
  rmSync(data, { recursive: true })
})

async function start(...words: string[]): Promise<void> {
  const addresses = ['--binance-http', exchange.http, '--binance-ws', exchange.ws]
  const flags = ['--data', data, '--port', '0', '--rate-limit', 'off', ...addresses, ...words]
  service = await openService(readServeFlags(flags, '/nowhere'), '/nowhere')
}
async function end(): Promise<void> {
  service.server.close()
  service.server.closeAllConnections()
  await service.close()
}

const baseUrl = () => new URL(service.link).origin
const anybody = () => createClient({ baseUrl: baseUrl(), fetch })
const openMarketOf = async () => (await anybody().call(getTime, {})).market?.source ?? 'demo'

async function paired(code: string) {
  const { key, publicPem } = await aKeyPair()
  const body = { code, public_key: publicPem }
  const { api_key: apiKey, token } = await anybody().call(pairBrowser, { body })
  const credentials = { apiKey, key, token, emptyForm: 'path?' as const }
  return createClient({ baseUrl: baseUrl(), credentials, fetch })
}
const firstBrowser = () => paired(new URL(service.link).hash.replace('#pair=', ''))

/** A key as the command makes it. */
async function keyOf(...words: string[]) {
  const made = await commandOf([
    'keys',
    'add',
    '--type',
    'hmac',
    '--json',
    '--data',
    data,
    ...words,
  ])?.('/')
  const { api_key: apiKey, secret_key: secret } = JSON.parse(made ?? '') as Record<string, string>
  const key = await importSecret(secret ?? '')
  const credentials = { apiKey: apiKey ?? '', key, emptyForm: 'path?' as const }
  return createClient({ baseUrl: baseUrl(), credentials, fetch })
}

it('opening the Binance world pairs with its code, and the demo opens again as it was', async () => {
  const demo = await firstBrowser()
  const before = await demo.call(listExchanges, {})
  const { code } = await demo.call(openWorld, { body: { market: 'binance' } })
  const live = await paired(code)
  expect(await live.call(listPairs, {})).toContainEqual(
    expect.objectContaining({ pair: 'USDT_BTC' }),
  )
  await eventually(async () =>
    expect((await anybody().call(getTime, {})).market?.state).toBe('live'),
  )
  expect(await live.call(listExchanges, {})).toMatchObject([{ exchange: 'binance' }])
  await expect(demo.call(listExchanges, {})).rejects.toThrow('unknown')

  await live.call(openWorld, { body: { market: 'demo' } })
  expect(await openMarketOf()).toBe('demo')
  expect(await demo.call(listExchanges, {})).toEqual(before)
  await expect(live.call(listExchanges, {})).rejects.toThrow('unknown')

  const back = await demo.call(openWorld, { body: { market: 'binance' } })
  expect(back.code).not.toBe(code)
  expect(await live.call(listExchanges, {})).toMatchObject([{ exchange: 'binance' }])
})

it('a new world begins with the balance that was asked for, which an existing one refuses', async () => {
  const demo = await firstBrowser()
  const wish = (market: 'binance' | 'demo', balance: string) => ({
    body: { market, balance: decimal(balance) },
  })
  const refusal = (rule: string) => ({ failure: { attributes: { balance: [rule] } } })
  for (const balance of ['0', '-5', '0.99', '100000000.01', '10.001']) {
    await expect(demo.call(openWorld, wish('binance', balance))).rejects.toMatchObject(
      refusal('Enter an amount from 1 to 100,000,000 with at most 2 decimals.'),
    )
  }
  await expect(demo.call(openWorld, wish('demo', '500'))).rejects.toMatchObject(
    refusal('The demo has its own balances.'),
  )
  expect(await openMarketOf()).toBe('demo')

  const live = await paired((await demo.call(openWorld, wish('binance', '2500.5'))).code)
  const deposit = async () =>
    JSON.stringify(await live.call(getBalanceTable, { params: { id: 'summary' } }))
  expect(await deposit()).toContain('2500.5')
  await live.call(openWorld, { body: { market: 'demo' } })
  const kept = refusal(
    'This world exists already and keeps its balance. Leave the balance empty to open it.',
  )
  await expect(demo.call(openWorld, wish('binance', '777'))).rejects.toMatchObject(kept)
  expect(await openMarketOf()).toBe('demo')
  await demo.call(openWorld, { body: { market: 'binance' } })
  await expect(live.call(openWorld, wish('binance', '777'))).rejects.toMatchObject(kept)
  expect(await deposit()).toContain('2500.5')
})

it('a start without --market opens the world that was switched to last', async () => {
  await (await firstBrowser()).call(openWorld, { body: { market: 'binance' } })
  await end()
  await start()
  expect(await openMarketOf()).toBe('Binance')
})

it('a key that lacks a permission, that expires or that is another user’s opens no world', async () => {
  const most = PERMISSIONS.slice(1).join()
  const refusals = [
    [await keyOf('--permissions', most), `lacks the permission ${PERMISSIONS[0]}`],
    [await keyOf('--expires', '7d'), 'A key that expires'],
    [await keyOf('--user', 'ann'), 'Only the user “trader” opens worlds: all others stop.'],
  ] as const
  for (const [client, sentence] of refusals) {
    await expect(client.call(openWorld, { body: { market: 'binance' } })).rejects.toThrow(sentence)
  }
  expect(await openMarketOf()).toBe('demo')
})

it('a world that another process has open is not opened, and the one in use goes on', async () => {
  const demo = await firstBrowser()
  const lock = lockDirectory(openDataDirectory(join(data, 'binance')))
  await expect(demo.call(openWorld, { body: { market: 'binance' } })).rejects.toThrow(
    'This world cannot be opened. The service has printed the reason.',
  )
  lock.release()
  expect(await demo.call(makePairingCode, {})).toHaveProperty('code')
  await demo.call(openWorld, { body: { market: 'binance' } })
  expect(await openMarketOf()).toBe('Binance')
})

it('a market that cannot be remembered changes nothing, and its world can be made later with another balance', async () => {
  const demo = await firstBrowser()
  const file = join(data, 'market')
  rmSync(file, { force: true })
  mkdirSync(file)
  const wish = (balance: string) => ({
    body: { market: 'binance' as const, balance: decimal(balance) },
  })
  await expect(demo.call(openWorld, wish('500'))).rejects.toThrow('Something went wrong')
  expect(await openMarketOf()).toBe('demo')
  rmSync(file, { recursive: true })
  await demo.call(openWorld, wish('777'))
  expect(await openMarketOf()).toBe('Binance')
})

it('a start without --market opens the world in use if another could not be opened', async () => {
  const demo = await firstBrowser()
  const body = { market: 'binance' as const }
  const live = await paired((await demo.call(openWorld, { body })).code)
  await live.call(openWorld, { body: { market: 'demo' } })
  await eventually(() => lockDirectory(openDataDirectory(join(data, 'binance'))).release())
  const database = openDatabase(join(data, 'binance', 'quarterdeck.db'))
  database.exec(`UPDATE things SET json = '{}' WHERE kind = 'account'`)
  database.close()
  await expect(demo.call(openWorld, { body })).rejects.toThrow('damaged')
  await end()
  await start()
  expect(await openMarketOf()).toBe('demo')
})

it('requests under way when the world changes are answered by the world that they were sent to', async () => {
  const demo = await firstBrowser()
  const body = { market: 'binance' as const }
  const reads = Array.from({ length: 20 }, () => demo.call(listExchanges, {}))
  const [opened, second] = await Promise.allSettled([
    demo.call(openWorld, { body }),
    demo.call(openWorld, { body }),
  ])
  expect([opened.status, second.status]).toContain('fulfilled')
  for (const read of await Promise.all(reads)) expect(read.length).toBeGreaterThan(0)
  expect(await openMarketOf()).toBe('Binance')
})

it('--strict offers no other world', async () => {
  await end()
  await start('--strict', '--world', 'empty')
  const demo = await firstBrowser()
  await expect(demo.call(openWorld, { body: { market: 'binance' } })).rejects.toThrow(
    'nothing at this path',
  )
})
