import { generateKeyPairSync } from 'node:crypto'

import type { Page } from '@playwright/test'

import {
  openThreeCommasService,
  type SeenRequest,
  type ThreeCommasService,
} from '../src/testing/three-commas-service.ts'
import { expect, test as base } from './fixtures.ts'
import { freePort, openPaperService, type PaperService } from './paper-service.ts'

type Place = { port: number; pages: PaperService }

type Fixtures = {
  /** The mode of the connection. */
  mode: 'paper' | 'real'
  /** Whether it may send orders. */
  mayTrade: boolean
  threeCommas: ThreeCommasService
  /** A page whose one connection is 3Commas; it shows the portfolio. */
  account: Page
}

const API_KEY = 'stand-in-rsa-key-0123456789'
// Made for this run and kept nowhere.
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

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

  account: async ({ page, place, threeCommas, mode, mayTrade }, use) => {
    await addConnection(page, place.pages.origin, threeCommas.baseUrl, { mode, mayTrade })
    await page.goto(`${place.pages.origin}/portfolio`)
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    await use(page)
  },
})

export { expect }

/** Leaves profile and key where a browser keeps them, so that pages may be opened by address. */
async function addConnection(
  page: Page,
  origin: string,
  baseUrl: string,
  { mode, mayTrade }: { mode: 'paper' | 'real'; mayTrade: boolean },
): Promise<void> {
  await page.goto(`${origin}/favicon.svg`)
  const profile = {
    id: 'three-commas',
    label: '3Commas stand-in',
    baseUrl,
    dialect: '3commas',
    mode,
    kind: 'rsa',
    keyedAs: 'first',
    apiKeyHint: API_KEY.slice(-4),
    declaredMode: mode,
    modeHeardAt: Date.now(),
    tellsMode: true,
    writeEnabled: mayTrade,
    acceptsDuplicates: false,
    emptyForm: 'path',
    storage: 'paper-key',
    hasToken: false,
  }
  await page.evaluate(keepConnection, {
    profile,
    apiKey: API_KEY,
    secret: keys.privateKey.toString('base64'),
  })
}

type Kept = { profile: { id: string; baseUrl: string }; apiKey: string; secret: string }

async function keepConnection({ profile, apiKey, secret }: Kept): Promise<void> {
  const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0))
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const cryptoKey = await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('quarterdeck.paper-keys', 1)
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('keys', { keyPath: 'id' })
    })
    opening.addEventListener('error', () => reject(new Error('no database')))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('keys', 'readwrite')
      const { origin } = new URL(profile.baseUrl)
      transaction.objectStore('keys').put({ id: profile.id, origin, apiKey, cryptoKey })
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
  const kept = { connections: [profile], lastUsed: profile.id }
  localStorage.setItem('quarterdeck.connections', JSON.stringify(kept))
}

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
