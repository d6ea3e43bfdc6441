// Texts of a connection test: causes, remedies and how orders travel.

import { refusalWords } from '#query/failure-words.ts'
import type { Failure } from '#client/api-error.ts'
import type { Transport } from '#client/transport.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectId } from '#dialects/dialects.ts'
import { IS_SITE } from '#in-page/own-address.ts'

const WORDS: Record<Transport, { short: string; detail: string }> = {
  'idempotency-key': {
    short: 'once each, with an Idempotency-Key',
    detail:
      'Each order has an Idempotency-Key: the service carries it out once, however often it arrives.',
  },
  'own-address': {
    short: 'via this page’s own address',
    detail:
      'Through this page’s own address. Every request has a connection of its own, so no browser sends an order again by itself.',
  },
  'this-machine': {
    short: 'as text, on this computer',
    detail:
      'As text over plain HTTP on this computer. If a connection breaks, an order could arrive twice.',
  },
  stream: {
    short: 'as streams, at most once',
    detail: 'As streams over HTTP/2, which a browser delivers at most once.',
  },
  'stream-unproven': {
    short: 'as streams over HTTP/3, not proven',
    detail:
      'As streams over HTTP/3. Over HTTP/2 a browser delivers each at most once; over HTTP/3 this is not proven.',
  },
  'text-only': {
    short: 'not safely: HTTP/1.1',
    detail:
      'The service accepts no streams (HTTP/1.1). Sent as text, an order could arrive more than once when a connection breaks.',
  },
  'no-streams': {
    short: 'not safely: no streams in this browser',
    detail:
      'This browser sends no streams. Sent as text, an order could arrive more than once when a connection breaks.',
  },
}

const NOT_FOUND_OUT =
  'The test gave no result. Orders are sent as streams: over HTTP/2 each arrives at most once, and over HTTP/1.1 the browser refuses to send them.'

export const transportInShort = (transport: Transport | undefined): string =>
  transport === undefined ? 'not tested' : WORDS[transport].short

export const transportInFull = (transport: Transport | undefined): string =>
  transport === undefined ? NOT_FOUND_OUT : WORDS[transport].detail

export const relayCommand = (baseUrl: string): string =>
  `npm start -- --upstream ${new URL(baseUrl).origin}`

/** Reasons to start the relay, a process on this computer. */
const RELAY = {
  reach: 'Use the relay on this computer, whose answers this page may read:',
  once: 'Use the relay on this computer, which sends each order once:',
} as const

export const relayRemedies = (baseUrl: string, use: keyof typeof RELAY): readonly string[] =>
  IS_SITE
    ? ['Run Quarterdeck on your own computer: its relay sends each order once, to any service.']
    : [`${RELAY[use]} \`${relayCommand(baseUrl)}\``, `Then ${relayAddress(baseUrl)}.`]

/** For a service with a path prefix, the relay has the same prefix. */
export function relayAddress(baseUrl: string): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '')
  return prefix === ''
    ? 'add a connection with the address that it prints'
    : `open the address that it prints, and add a connection with the base URL ${prefix}`
}

type Where = {
  dialect: DialectId
  baseUrl?: string
  wasBlockedByPolicy?: () => boolean
}

export function remedyFor(
  failure: Failure,
  { dialect, baseUrl, wasBlockedByPolicy }: Where,
): { detail: string; remedies: readonly string[] } {
  switch (failure.kind) {
    case 'unreachable':
      return baseUrl !== undefined && wasBlockedByPolicy?.() === true
        ? {
            detail: 'The content policy of this page does not allow that address.',
            remedies: [
              IS_SITE
                ? 'This site was built without it. Ask whoever hosts the site to allow it, or run Quarterdeck on your own computer.'
                : `Start Quarterdeck with: \`npm start -- --connect-to ${new URL(baseUrl).origin}\``,
            ],
          }
        : {
            detail: 'No answer. The browser gives no reason.',
            remedies: [
              'The service may be stopped, or the address may be wrong.',
              `The service may not allow this page’s origin (CORS): ${location.origin}`,
              ...(baseUrl === undefined
                ? []
                : [
                    IS_SITE
                      ? 'If it allows no page at all, run Quarterdeck on your own computer and use its relay.'
                      : `If it allows no page at all, use the relay: \`${relayCommand(baseUrl)}\``,
                  ]),
              'The name may not resolve, or the certificate may not be trusted.',
            ],
          }
    case 'unreadable':
      return {
        detail: `It answered with status ${failure.status}, but not in the API’s form.`,
        remedies: [`The base URL may be that of a web page. ${DIALECT_WORDS[dialect].addressHint}`],
      }
    case 'unsent':
      return failure.because === undefined
        ? { detail: 'The key cannot sign.', remedies: ['Enter the key again.'] }
        : { detail: failure.because, remedies: [] }
    case 'refused':
      return {
        detail: refusalWords(failure),
        remedies:
          failure.status >= 500
            ? FAULT
            : [
                ...(CAUSES[failure.status] ?? []),
                ...(DIALECT_WORDS[dialect].causes[failure.status] ?? []),
              ],
      }
  }
}

const FAULT = ['The service has an internal error. Wait, and test again.']

const CAUSES: Record<number, readonly string[]> = {
  401: [
    'API key and secret may not match, or the key has expired or was revoked.',
    'The key may be limited to other IP addresses.',
  ],
  403: ['The key lacks this permission. Add it at the service, or go without these pages.'],
  429: ['Too many requests. Wait, and test again.'],
  418: ['The service blocks this IP address for a while. Wait before you test again.'],
}

/** Warning for a shared origin: other sites on it could read this one's storage. */
export const SHARED_ORIGIN =
  'This copy of Quarterdeck shares its address with other sites, whose pages could read what it keeps. So it takes no keys of real services: host it at an address of its own, or start it on your computer.'
