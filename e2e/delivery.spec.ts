import { expect, type Page } from '@playwright/test'

import { proofSize } from '../src/testing/proof-size.ts'
import { callSender, openBrowserSender } from './browser-sender.ts'
import { newKey } from './paper-service.ts'
import { type Break, BREAKS, ORDERS, type Protocol, test, type TlsSet } from './tls-proxy.ts'

const MODE = '/api/v1/user/mode'
const SOME = proofSize(2, 200)
/** Runs that show that these breaks make a browser send text again: a proof of browsers, not of the page. */
const FEW = 25
const isProof = proofSize(0, 1) === 1

test.use({ behind: { flags: ['--strict'] } })

test.setTimeout(3_600_000)

/** The product's own sender in the page, connected to the service behind TLS. */
async function openSender(page: Page, { tls, service }: TlsSet, asText = false) {
  const { api_key: apiKey, secret_key: secret } = await newKey(service)
  const settings = {
    apiKey,
    secret,
    asText,
    baseUrl: tls.origin,
    patience: 5_000,
    delays: [50, 150, 400],
    twinDelays: [50],
  }
  await openBrowserSender(page, service.origin, settings)
  return String(await callSender(page, 'account()'))
}

type End = { shown: string; delivered: number; trades: number; withoutBody: number }

/** So that there is a connection that was used before; it may meet the end of the last one. */
const readOnce = (page: Page) =>
  callSender(page, 'account()').catch(() => callSender(page, 'account()'))

/** Sends one order over a connection that was used before and that breaks; says what came of it. */
async function sendOver(page: Page, set: TlsSet, account: string, how: Break, note: string) {
  const { tls } = set
  await readOnce(page)
  const before = [tls.delivered(ORDERS), tls.delivered(MODE)] as const
  tls.breakWrites(how)
  const id = String(await callSender(page, `send(${account}, '${note}')`))
  let shown = String(await callSender(page, `shown('${id}')`))
  // An order that exists is found, at the latest by the next search.
  for (
    let looks = 0;
    looks < 5 && shown === 'unknown' && tls.delivered(ORDERS) > before[0];
    looks += 1
  ) {
    await callSender(page, `reconcile('${id}')`)
    shown = String(await callSender(page, `shown('${id}')`))
  }
  await readOnce(page)
  await callSender(page, 'switchToPaper()')
  tls.breakWrites(undefined)
  if (shown === 'unknown') await callSender(page, `layAside('${id}')`)
  return {
    shown,
    delivered: tls.delivered(ORDERS) - before[0],
    trades: (await set.trades()).filter((trade) => trade.note === note).length,
    withoutBody: tls.delivered(MODE) - before[1],
  }
}

/** Sends some over connections that break in every way; prints what came of them and judges each. */
async function sendSome(
  page: Page,
  set: TlsSet,
  { protocol, asText = false }: { protocol: Protocol; asText?: boolean },
  judge: (end: End, how: Break) => void,
): Promise<void> {
  const account = await openSender(page, set, asText)
  for (const how of BREAKS[protocol]) {
    const ends: End[] = []
    for (let run = 1; run <= (asText ? FEW : SOME); run += 1) {
      const end = await sendOver(page, set, account, how, `${how}, run ${run}`)
      ends.push(end)
      judge(end, how)
      expect(end.trades, how).toBe(end.delivered)
    }
    const sum = (of: 'delivered' | 'trades' | 'withoutBody') =>
      ends.reduce((all, end) => all + end[of], 0)
    const what = `${protocol}, ${asText ? 'text' : 'stream'}, ${how}`
    const came = `${sum('delivered')} deliveries, ${sum('trades')} trades`
    console.log(`${what}: ${ends.length} orders, ${came}; without a body ${sum('withoutBody')}`)
  }
}

test.describe('over HTTP/2', () => {
  test.use({ protocol: 'HTTP/2' })

  test('an order is delivered at most once, however the connection breaks', async ({
    page,
    set,
  }) => {
    await sendSome(page, set, { protocol: 'HTTP/2' }, ({ shown, trades, withoutBody }, how) => {
      expect(trades, how).toBeLessThanOrEqual(1)
      expect(withoutBody, how).toBeLessThanOrEqual(1)
      expect(shown, how).toBe(trades === 1 ? 'placed' : 'unknown')
    })
  })

  if (isProof) {
    test('as text an order is delivered more than once', async ({ page, set }) => {
      await sendSome(page, set, { protocol: 'HTTP/2', asText: true }, ({ delivered }, how) => {
        // A 408 is an answer over HTTP/2, and no reason to send anything again.
        expect(delivered, how).toBeGreaterThanOrEqual(how === '408' ? 1 : 2)
      })
    })
  }
})

test.describe('over HTTP/1.1', () => {
  test.use({ protocol: 'HTTP/1.1' })

  test('no order leaves the browser', async ({ page, set }) => {
    await sendSome(page, set, { protocol: 'HTTP/1.1' }, (end, how) => {
      expect(end, how).toEqual({ shown: 'unknown', delivered: 0, trades: 0, withoutBody: 0 })
    })
  })

  if (isProof) {
    test('as text an order is delivered more than once', async ({ page, set }) => {
      await sendSome(page, set, { protocol: 'HTTP/1.1', asText: true }, ({ delivered }, how) => {
        expect(delivered, how).toBeGreaterThanOrEqual(2)
      })
    })
  }
})
