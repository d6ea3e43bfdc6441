import type { Locator, Page } from '@playwright/test'

import {
  openThreeCommasService,
  type SeenRequest,
  type ThreeCommasService,
} from '../src/testing/three-commas-service.ts'
import { expect, test as base } from './fixtures.ts'
import { freePort, openPaperService, type PaperService } from './paper-service.ts'
import { keys, storeConnection } from './stored-connection.ts'

type Place = { port: number; pages: PaperService }

type Fixtures = {
  /** The mode of the connection. */
  mode: 'paper' | 'real'
  /** Allows it to send orders. */
  mayTrade: boolean
  threeCommas: ThreeCommasService
  /** A page whose one connection is 3Commas; it shows `firstPage`. */
  account: Page
}

const API_KEY = 'stand-in-rsa-key-0123456789'
/**
 * The dashboard as the paper service serves it, with one connection, to the stand-in of 3Commas. The
 * page is served by one process for all tests of a worker; each test has a stand-in of its own.
 */
export const test = base.extend<Fixtures, { place: Place }>({
  mode: ['real', { option: true }],
  mayTrade: [false, { option: true }],

  place: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const pages = await openPaperService(['--rate-limit', 'off', '--connect-to', origin])
      await use({ port, pages })
      await pages.remove()
    },
    { scope: 'worker' },
  ],

  service: async ({ place }, use) => use(place.pages),

  threeCommas: async ({ place }, use) => {
    const rsa = { apiKey: API_KEY, publicKey: keys.publicKey }
    const service = await openThreeCommasService({ port: place.port, rsa })
    await use(service)
    await service.close()
  },

  account: async ({ page, place, threeCommas, mode, mayTrade, firstPage }, use) => {
    const profile = {
      id: 'three-commas',
      label: '3Commas stand-in',
      baseUrl: threeCommas.baseUrl,
      dialect: '3commas' as const,
      declaredMode: mode,
      tellsMode: true,
      writeEnabled: mayTrade,
      emptyForm: 'path' as const,
    }
    await storeConnection(page, place.pages.origin, { profile, apiKey: API_KEY })
    if (firstPage !== null) {
      await page.goto(place.pages.origin + firstPage)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await use(page)
  },
})

export { expect }

/** Opens a page by its address and gives what it asked 3Commas for until it was at rest. */
export async function requestsOf(
  page: Page,
  { requests }: ThreeCommasService,
  open: () => Promise<void>,
): Promise<string[]> {
  const before = requests.length
  await open()
  await page.waitForLoadState('networkidle')
  return requests.slice(before).map(lineOf)
}

export const lineOf = ({ method, path, search }: SeenRequest): string =>
  method + ' ' + path + search

/** The writes that arrived; reading the balances is a POST as well. */
export const writesTo = ({ requests }: ThreeCommasService): SeenRequest[] =>
  requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/account_table_data'))

/** Reviews a limit buy of 0.1 ETH on the ticket's account, whose pairs are not listed. */
export async function reviewTypedTrade(page: Page): Promise<Locator> {
  await page.locator('input[name=pair]').fill('ETH/USDT')
  for (const name of ['Take profit', 'Stop loss']) {
    await page.getByRole('switch', { name: new RegExp(`^${name}`) }).uncheck()
  }
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('2500.5')
  await page.getByRole('textbox', { name: 'Units', exact: true }).fill('0.1')
  await page.getByRole('button', { name: 'Review trade' }).click()
  return page.getByRole('dialog')
}
