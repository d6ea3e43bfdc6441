import type { Failure } from '#client/api-error.ts'
import { canDuplicate, type Transport } from '#client/transport.ts'

const WORDS: Record<Transport, { short: string; detail: string }> = {
  'idempotency-key': {
    short: 'once each, by Idempotency-Key',
    detail:
      'Each order has an Idempotency-Key: the service carries it out once, however often it arrives.',
  },
  'own-address': {
    short: 'through this page’s own address',
    detail:
      'Through this page’s own address. Every request has a connection of its own, so no browser sends an order again by itself.',
  },
  'this-machine': {
    short: 'as text, on this machine',
    detail:
      'As text over plain HTTP on this machine. A service that keeps its connections open can be sent an order twice when one breaks.',
  },
  stream: {
    short: 'as streams, at most once',
    detail: 'As streams over HTTP/2, which a browser delivers at most once.',
  },
  'stream-unproven': {
    short: 'as streams over HTTP/3, unproven',
    detail:
      'As streams over HTTP/3. That a browser delivers them at most once is measured over HTTP/2 and unproven over HTTP/3.',
  },
  'text-only': {
    short: 'not safely: HTTP/1.1',
    detail:
      'The service takes no streams (HTTP/1.1). As text, an order can be delivered more than once when a connection breaks.',
  },
  'no-streams': {
    short: 'not safely: no streams in this browser',
    detail:
      'This browser sends no streams. As text, an order can be delivered more than once when a connection breaks.',
  },
}

const NOT_FOUND_OUT =
  'It could not be found out. Orders go as streams: over HTTP/2 they are delivered at most once, over HTTP/1.1 the browser refuses them before they leave.'

/** How orders travel, in a few words. */
export const transportInShort = (transport: Transport | undefined): string =>
  transport === undefined ? 'not tested' : WORDS[transport].short

/** How orders travel, and what that means. */
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
        `Use the relay on this machine, which sends each order once: ${relayCommand(baseUrl)}`,
        'Then add a connection with the address that it prints as its base URL.',
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
            detail: 'This page may not call that origin.',
            remedies: [`Start with: npm start -- --connect-to ${new URL(where.baseUrl).origin}`],
          }
        : {
            detail: 'No answer. A browser does not tell why.',
            remedies: [
              'The service may be stopped, or the address mistyped.',
              `The service may not allow this page’s origin (CORS): ${location.origin}`,
              ...(where
                ? [
                    `If it allows no page at all, start with: npm start -- --upstream ${new URL(where.baseUrl).origin}`,
                  ]
                : []),
              'A name that does not resolve, or a certificate that is not trusted, looks the same.',
            ],
          }
    case 'unreadable':
      return {
        detail: `It answered with status ${failure.status}, but not in the API’s form.`,
        remedies: ['The base URL may lead to a web page: leave out what follows the API’s prefix.'],
      }
    case 'unsent':
      return { detail: 'The key cannot sign.', remedies: ['Enter the key once more.'] }
    case 'refused':
      return {
        detail: `${failure.status}, “${failure.description}”`,
        remedies: failure.status >= 500 ? FAULT : (CAUSES[failure.status] ?? []),
      }
  }
}

const FAULT = ['The service has a fault of its own: wait and test again.']

const CAUSES: Record<number, readonly string[]> = {
  401: [
    'API key and secret may not belong together, or the key has expired or been revoked.',
    'The key may be bound to other network addresses.',
  ],
  403: ['The key lacks this permission: give it one that has it, or do without these pages.'],
  429: ['Too many requests just now: wait and test again.'],
  418: ['The service has shut this address out for a while: wait before testing again.'],
}

/** A key that is forgotten here still works for whoever has it. */
export const REVOKE =
  'Revoke the old key where it was made as well: on the API page of the service, or for the paper service with npm run paper -- keys revoke.'
