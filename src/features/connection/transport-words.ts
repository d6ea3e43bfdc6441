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
