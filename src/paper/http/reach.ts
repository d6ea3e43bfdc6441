import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Texts, or the names of their files. */
export type Pem = { cert: string; key: string }

/** Where the service listens, and by which ways it is reached. */
export type Reach = {
  host: string
  /** The origin by which browsers on other machines know it. */
  publicOrigin: string | undefined
  /** Addresses of the proxies that end TLS; only what they say of a caller's address counts. */
  proxies: ReadonlySet<string>
  /** Certificate and key in PEM, where the service ends TLS itself, and the files that hold them. */
  tls: (Pem & { files?: Pem }) | undefined
}

export const LOOPBACK_ONLY: Reach = {
  host: '127.0.0.1',
  publicOrigin: undefined,
  proxies: new Set(),
  tls: undefined,
}

/**
 * A header as it was sent: node would drop some repeated ones silently. HTTP/2 calls the host
 * `:authority`.
 */
export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const { headers, headersDistinct } = incoming
  // Only requests of HTTP/1.1 have it.
  if (headersDistinct as typeof headersDistinct | undefined)
    return headersDistinct[name]?.join(', ')
  const value = name === 'host' ? (headers[':authority'] ?? headers.host) : headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1)$/

/**
 * Browsers sign on these origins without TLS. The service of a container has one: its port is published
 * to the machine, and requests come from the address of a bridge.
 */
export const isLocalOrigin = (origin: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)

export const isLoopback = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/** The address at the other end; IPv6 sockets write an IPv4 address with a prefix, which is cut off. */
export const peerAddress = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  remoteAddress.replace(/^::ffff:(?=\d+\.)/, '')

/** An IPv4 address, or the /64 of an IPv6 address: a provider gives each customer at least that. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [left, right] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const head = left ?? []
  const zeros = right ? 8 - head.length - right.length : 0
  return [...head, ...Array<string>(zeros).fill('0'), ...(right ?? [])].slice(0, 4).join(':')
}

/** The origin by which programs on this machine reach the service. */
export const localOrigin = (port: number, { tls }: Pick<Reach, 'tls'>): string =>
  `${tls ? 'https' : 'http'}://127.0.0.1:${port}`

/**
 * The origin that a request was sent to; `undefined` where its host is no name of this service, since
 * any name can be pointed at this machine, or where it came from another machine in the clear.
 */
export function ownOriginOf(incoming: IncomingMessage, reach: Reach): string | undefined {
  const isSecure = incoming.socket instanceof TLSSocket
  const peer = peerAddress(incoming.socket)
  const isOpen = reach.publicOrigin !== undefined && isLocalOrigin(reach.publicOrigin)
  if (!isSecure && !isOpen && !isLoopback(peer) && !reach.proxies.has(peer)) return undefined
  const host = headerOf(incoming, 'host')?.toLowerCase()
  if (reach.publicOrigin !== undefined && host === new URL(reach.publicOrigin).host) {
    return reach.publicOrigin
  }
  const { localPort: port = 0 } = incoming.socket
  const isOurs = LOOPBACK_NAMES.some(
    (name) => host === `${name}:${port}` || (port === (isSecure ? 443 : 80) && host === name),
  )
  return isOurs ? `${isSecure ? 'https' : 'http'}://${host}` : undefined
}

/**
 * Who sends: the other end of the connection, or what a trusted proxy names as the last hop before
 * it. What comes before that hop is the sender's own word.
 */
export function senderOf(incoming: IncomingMessage, { proxies }: Reach): string {
  const peer = peerAddress(incoming.socket)
  if (!proxies.has(peer)) return peer
  const hops = headerOf(incoming, 'x-forwarded-for')?.split(',') ?? []
  const last = hops.at(-1)?.trim() ?? ''
  return isIP(last) === 0 ? peer : last
}

/** Headers that a proxy adds: the caller is on another machine then. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

export function isLocal(incoming: IncomingMessage, reach: Reach): boolean {
  const origin = ownOriginOf(incoming, reach)
  return (
    isLoopback(peerAddress(incoming.socket)) &&
    origin !== undefined &&
    origin !== reach.publicOrigin &&
    PROXIED.every((name) => incoming.headers[name] === undefined)
  )
}
