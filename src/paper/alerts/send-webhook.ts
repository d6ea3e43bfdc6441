import { lookup } from 'node:dns/promises'
import { request, type RequestOptions } from 'node:https'
import { BlockList, isIP, type TcpNetConnectOpts } from 'node:net'

import { textOr } from '#money/format.ts'
import type { Delivery, WebhookRequest } from './webhook.ts'

/** IANA's special-purpose addresses of IPv4: everything that is not globally reachable. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Exceptions within 2000::/3, the only public range: protocols, IPv4 tunnels, documentation. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of NOT_PUBLIC_6) notPublic.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Returns true for an address of the public network; webhooks reach no other. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  // Refuses IPv4-mapped addresses and interface names.
  return (
    family === 6 &&
    !address.includes('%') &&
    global6.check(address, 'ipv6') &&
    !notPublic.check(address, 'ipv6')
  )
}

/** In milliseconds: from resolving the name to the status of the answer. */
const TIMEOUT_MS = 10_000
const MOST_HEADERS = 16_384

/** Replaced in tests; no flag sets them. */
export type Network = {
  resolve: (host: string) => Promise<readonly string[]>
  isAllowed: (address: string) => boolean
  /** Certificates trusted besides the system's. */
  ca?: string
  patience?: number
}

const NETWORK: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
}

const failed = (problem: string, isFinal: boolean): Delivery => ({ problem, isFinal })

/**
 * Sends one message to one of the name's addresses, all of which must be public. Follows no
 * redirect and reads only the status. No error text contains address or token.
 */
export async function sendWebhook(
  { url, headers, body }: WebhookRequest,
  network: Partial<Network> = {},
): Promise<Delivery> {
  const { resolve, isAllowed, ca, patience = TIMEOUT_MS } = { ...NETWORK, ...network }
  const { protocol, hostname, port, pathname, search } = new URL(url)
  if (protocol !== 'https:') return failed('Only https addresses are called.', true)
  const host = hostname.replace(/^\[|\]$/g, '')
  const giveUp = AbortSignal.timeout(patience)
  const addresses =
    isIP(host) > 0 ? [host] : await within(giveUp, resolve(host)).catch(() => undefined)
  if (!addresses || addresses.length === 0) return failed('The name could not be resolved.', false)
  if (!addresses.every(isAllowed)) {
    return failed('The name leads to an address that is not public.', true)
  }
  const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> = {
    method: 'POST',
    host,
    // Node tries each of them until one answers; its own 250 ms are too few for a far one.
    autoSelectFamilyAttemptTimeout: Math.ceil(patience / addresses.length),
    lookup: (_host, _options, found) =>
      found(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
    port: textOr(port, 443),
    path: `${pathname}${search}`,
    // The certificate must match the name; an address has no server name.
    ...(isIP(host) === 0 && { servername: host }),
    headers: {
      ...headers,
      Host: port === '' ? hostname : `${hostname}:${port}`,
      'Content-Length': Buffer.byteLength(body),
    },
    agent: false,
    maxHeaderSize: MOST_HEADERS,
    signal: giveUp,
    ...(ca !== undefined && { ca }),
  }
  return new Promise((settle) => {
    const sending = request(options, (answer) => {
      const { statusCode: status = 0, headers: said } = answer
      // The body may have no end, so it is dropped.
      answer.on('error', () => undefined)
      answer.destroy()
      settle(verdictOn(status, said['retry-after']))
    })
    sending.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy()
      settle(verdictOn(status))
    })
    // Also follows an error; a promise settles once.
    sending.on('close', () =>
      settle(
        failed(giveUp.aborted ? 'There was no answer in time.' : 'The connection failed.', false),
      ),
    )
    sending.on('error', () => undefined)
    sending.end(body)
  })
}

/** In milliseconds: no message is kept for longer. */
const LONGEST_WAIT = 10 * 60_000

/** `retryAfter` is in seconds; a date is ignored. */
function verdictOn(status: number, retryAfter = ''): Delivery {
  if (status >= 200 && status < 300) return { problem: null, isFinal: true }
  if (status >= 300 && status < 400) {
    return failed(`It answered with a redirect (${status}), which is not followed.`, true)
  }
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
  const isFinal = (status !== 429 && status < 500) || (wait ?? 0) > LONGEST_WAIT
  return { ...failed(`It answered with status ${status}.`, isFinal), wait }
}

const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('too late')), { once: true }),
    ),
  ])
