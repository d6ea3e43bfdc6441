import { generateKeyPairSync } from 'node:crypto'

import type { Page } from '@playwright/test'

import type { ConnectionProfile } from '#session/connection-profile.ts'
import { tokenExpiry } from '#session/stored-secret.ts'

import type { PaperService } from './paper-service.ts'

/** A key pair of this process, stored nowhere. */
export const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
})

type StoredConnection = {
  profile: Partial<ConnectionProfile> & Pick<ConnectionProfile, 'id' | 'baseUrl'>
  apiKey: string
  token?: string
  /** Extensions that the service has named before. */
  extensions?: readonly string[]
}

/** An address of the service that opens no page of the app. */
export const NO_PAGE = '/favicon.svg'

/** Returns true if a connection is stored and no page of the app was opened yet. */
export const showsNoPage = (page: Page): boolean => page.url().endsWith(NO_PAGE)

/** Stores a connection with this key in the browser, as pages at `origin` do. Opens no page of the app. */
export async function storeConnection(
  page: Page,
  origin: string,
  { profile, apiKey, token, extensions }: StoredConnection,
): Promise<void> {
  await page.goto(origin + NO_PAGE)
  await page.evaluate(storeInBrowser, {
    profile: {
      dialect: 'quarterdeck',
      kind: 'rsa',
      keyedAs: 'first',
      apiKeyHint: apiKey.slice(-4),
      declaredMode: 'paper',
      modeHeardAt: Date.now(),
      tellsMode: false,
      writeEnabled: true,
      acceptsDuplicates: false,
      emptyForm: 'path?',
      storage: 'paper-key',
      hasToken: token !== undefined,
      tokenExpiresAt: token === undefined ? undefined : tokenExpiry(token),
      ...profile,
    },
    apiKey,
    token,
    extensions,
    privateKey: keys.privateKey.toString('base64'),
  })
}

type InBrowser = {
  profile: { id: string; baseUrl: string }
  apiKey: string
  token: string | undefined
  extensions: readonly string[] | undefined
  privateKey: string
}

async function storeInBrowser({
  profile,
  privateKey,
  extensions,
  ...key
}: InBrowser): Promise<void> {
  const bytes = Uint8Array.from(atob(privateKey), (character) => character.charCodeAt(0))
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
      transaction.objectStore('keys').put({ id: profile.id, origin, ...key, cryptoKey })
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
  const kept = { connections: [profile], lastUsed: profile.id }
  localStorage.setItem('quarterdeck.connections', JSON.stringify(kept))
  if (extensions) {
    localStorage.setItem(`quarterdeck.extensions.${profile.id}`, JSON.stringify(extensions))
  }
}

/** Pairs the browser with the service and opens no page of the app, which would cost a second of CPU. */
export async function pairBrowser(page: Page, service: PaperService): Promise<void> {
  const { origin, hash } = new URL(service.link)
  const response = await fetch(`${origin}/pair`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: hash.replace('#pair=', ''), public_key: keys.publicKey }),
  })
  const { api_key: apiKey, token } = (await response.json()) as Record<'api_key' | 'token', string>
  const time = await fetch(`${origin}/api/v1/time`)
  const { extensions = [] } = (await time.json()) as { extensions?: string[] }
  const profile = { id: 'paper', label: 'Paper service', baseUrl: origin }
  await storeConnection(page, origin, { profile, apiKey, token, extensions })
}
