import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export type Pem = { cert: string; key: string }

/** The service's address and the ways to reach it. */
export type Reach = {
  host: string
  /** Origin for browsers on other machines. */
  publicOrigin: string | undefined
  /** Addresses of trusted proxies, whose word about a caller's address counts. */
  proxies: ReadonlySet<string>
  /** PEM texts if the service ends TLS itself, and their files. */
  tls: (Pem & { files?: Pem }) | undefined
}

export const LOOPBACK_ONLY: Reach = {
  host: '127.0.0.1',
  publicOrigin: undefined,
  proxies: new Set(),
  tls: undefined,
}

/** A header as sent: Node silently drops some repeated ones. HTTP/2 calls the host `:authority`. */
export function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const { headers, headersDistinct } = incoming
  if (headersDistinct as typeof headersDistinct | undefined)
    return headersDistinct[name]?.join(', ')
  const value = name === 'host' ? (headers[':authority'] ?? headers.host) : headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1)$/

/** Origins on which browsers sign without TLS, among them a published port of a container. */
export const isLocalOrigin = (origin: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)

export const isLoopback = (address: string): boolean => LOOPBACK_ADDRESS.test(address)

/** The peer's address, without the IPv4 prefix of IPv6 sockets. */
export const peerAddress = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  remoteAddress.replace(/^::ffff:(?=\d+\.)/, '')

/** An IPv4 address, or the /64 of an IPv6 address, which one customer has at least. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [left, right] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const head = left ?? []
  const zeros = right ? 8 - head.length - right.length : 0
  return [...head, ...Array<string>(zeros).fill('0'), ...(right ?? [])].slice(0, 4).join(':')
}

/** Origin for programs on this machine. */
export const localOrigin = (port: number, { tls }: Pick<Reach, 'tls'>): string =>
  `${tls ? 'https' : 'http'}://127.0.0.1:${port}`

/** The origin of a request; `undefined` for a foreign host, or unencrypted from elsewhere. */
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

/** The peer, or the last hop that a trusted proxy names; earlier hops are unverified. */
export function senderOf(incoming: IncomingMessage, { proxies }: Reach): string {
  const peer = peerAddress(incoming.socket)
  if (!proxies.has(peer)) return peer
  const hops = headerOf(incoming, 'x-forwarded-for')?.split(',') ?? []
  const last = hops.at(-1)?.trim() ?? ''
  return isIP(last) === 0 ? peer : last
}

/** Headers of a proxy: the caller is on another machine. */
const PROXIED = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/

export function isLocal(incoming: IncomingMessage, reach: Reach): boolean {
  const origin = ownOriginOf(incoming, reach)
  return (
    isLoopback(peerAddress(incoming.socket)) &&
    origin !== undefined &&
    origin !== reach.publicOrigin &&
    !Object.keys(incoming.headers).some((name) => PROXIED.test(name))
  )
}

/** Returns true on this machine, if no other machine is meant to reach the service. */
export const isFromOwnMachine = (incoming: IncomingMessage, reach: Reach): boolean =>
  isLocal(incoming, reach) && reach.publicOrigin === undefined && reach.proxies.size === 0
