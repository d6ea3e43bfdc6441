import type { Failure } from '#client/api-error.ts'
import { canDuplicate, type Transport } from '#client/transport.ts'

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

/** How orders are sent, in a few words. */
export const transportInShort = (transport: Transport | undefined): string =>
  transport === undefined ? 'not tested' : WORDS[transport].short

/** How orders are sent, and what that means. */
export const transportInFull = (transport: Transport | undefined): string =>
  transport === undefined ? NOT_FOUND_OUT : WORDS[transport].detail

export const relayCommand = (baseUrl: string): string =>
  `npm start -- --upstream ${new URL(baseUrl).origin}`

/** What to do where an order could be delivered more than once. */
export const transportRemedies = (
  transport: Transport | undefined,
  baseUrl: string,
): readonly string[] =>
  canDuplicate(transport)
    ? [
        `Use the relay on this computer, which sends each order once: \`${relayCommand(baseUrl)}\``,
        'Then add a connection with the address that it prints.',
      ]
    : []

type Where = { baseUrl: string; wasBlockedByPolicy: () => boolean }

/** What a failed step of the test means: the fact, then its likely causes with their remedies. */
export function remedyFor(
  failure: Failure,
  where?: Where,
): { detail: string; remedies: readonly string[] } {
  switch (failure.kind) {
    case 'unreachable':
      return where?.wasBlockedByPolicy() === true
        ? {
            detail: 'This page may not call that address.',
            remedies: [
              `Start Quarterdeck with: \`npm start -- --connect-to ${new URL(where.baseUrl).origin}\``,
            ],
          }
        : {
            detail: 'No answer. The browser gives no reason.',
            remedies: [
              'The service may be stopped, or the address may be wrong.',
              `The service may not allow this page’s origin (CORS): ${location.origin}`,
              ...(where
                ? [
                    `If it allows no page at all, start Quarterdeck with: \`npm start -- --upstream ${new URL(where.baseUrl).origin}\``,
                  ]
                : []),
              'The name may not resolve, or the certificate may not be trusted.',
            ],
          }
    case 'unreadable':
      return {
        detail: `It answered with status ${failure.status}, but not in the API’s form.`,
        remedies: [
          'The base URL may be that of a web page. Enter the address before /api/v1 only.',
        ],
      }
    case 'unsent':
      return { detail: 'The key cannot sign.', remedies: ['Enter the key again.'] }
    case 'refused':
      return {
        detail: `${failure.status}, “${failure.description}”`,
        remedies: failure.status >= 500 ? FAULT : (CAUSES[failure.status] ?? []),
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
