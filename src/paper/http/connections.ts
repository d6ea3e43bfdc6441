import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { Server as TlsServer, type TLSSocket } from 'node:tls'

import { isStream } from './node-messages.ts'
import { networkOf, peerAddress } from './reach.ts'

type State =
  | 'handshake'
  | 'half-sent'
  | 'sending a body'
  | 'idle'
  | 'not reading'
  | 'streaming'
  | 'working'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

type Connection = {
  socket: Socket
  network: string
  isSecured: boolean
  isHttp2: boolean
  /** In progress; HTTP/2 has several at a time. */
  exchanges: Set<Exchange>
  /** Bytes read when its last request ended; `undefined` before. */
  readBefore: number | undefined
  /** Sweeps spent waiting for its handshake, head or body. */
  sweeps: number
}

export type Crowd = {
  /** Above this many connections, each new one closes another idle one. */
  near: number
  most: number
  /** Upper limit per IPv4 address or IPv6 /64; trusted proxies have none. */
  each: number
  sweep: number
  /** In milliseconds. */
  idle: number
}

/** Limits in sweeps for a TLS handshake, a head and a whole request. */
const AWAITED: Partial<Record<State, number>> = {
  handshake: 4,
  'half-sent': 4,
  'sending a body': 20,
}

/**
 * Reserves connections for callers who send whole requests: a new one above the limit closes the
 * oldest of the most frequent state, never one with a request in progress.
 *
 * Deadlines count sweeps, not milliseconds: a stall of the service counts as one sweep.
 */
export function limitConnections(
  server: Server,
  { near, most, each, sweep, idle }: Crowd,
  proxies: ReadonlySet<string>,
): void {
  /** Ordered by arrival or the end of the last request. */
  const connections = new Map<Socket, Connection>()
  const byPeer = new Map<string, Connection>()
  const perNetwork = new Map<string, number>()
  server.maxConnections = most
  server.keepAliveTimeout = idle

  function stateOf(connection: Connection): State {
    const { isSecured, isHttp2, readBefore, socket } = connection
    const exchanges = [...connection.exchanges]
    if (!isSecured) return 'handshake'
    if (exchanges.length === 0) {
      // HTTP/2 sends frames between requests.
      const isSilent = isHttp2 ? readBefore !== undefined : readBefore === socket.bytesRead
      return isSilent ? 'idle' : 'half-sent'
    }
    // An answer is complete before its head is sent, unless it is a stream.
    const isWorking = exchanges.some(
      ({ incoming, outgoing }) => incoming.complete && !outgoing.headersSent,
    )
    if (isWorking) return 'working'
    const isSending = exchanges.some(({ incoming }) => !incoming.complete)
    if (isSending) return 'sending a body'
    return exchanges.some(({ outgoing }) => isStream(outgoing)) ? 'streaming' : 'not reading'
  }

  /** Closes at once, as the next connection may come before the socket's `close` event. */
  function close(connection: Connection): void {
    forget(connection)
    connection.socket.destroy()
  }

  function forget({ socket, network }: Connection): void {
    if (!connections.delete(socket)) return
    const count = (perNetwork.get(network) ?? 1) - 1
    if (count > 0) perNetwork.set(network, count)
    else perNetwork.delete(network)
  }

  /** Returns true if it closed one. */
  function closeOldest(among: Iterable<Connection>): boolean {
    const states = new Map<State, { oldest: Connection; count: number }>()
    for (const connection of among) {
      const state = stateOf(connection)
      if (state === 'working') continue
      const found = states.get(state) ?? { oldest: connection, count: 0 }
      found.count += 1
      states.set(state, found)
    }
    const [most] = [...states.values()].toSorted((a, b) => b.count - a.count)
    if (most) close(most.oldest)
    return most !== undefined
  }

  function accept(socket: Socket): void {
    const address = peerAddress(socket)
    const network = networkOf(address)
    if (!proxies.has(address) && (perNetwork.get(network) ?? 0) >= each) {
      const own = [...connections.values()].filter((one) => one.network === network)
      if (!closeOldest(own)) {
        socket.destroy()
        return
      }
    }
    if (connections.size >= near) closeOldest(connections.values())
    const connection: Connection = {
      socket,
      network,
      isSecured: !(server instanceof TlsServer),
      isHttp2: false,
      exchanges: new Set(),
      readBefore: undefined,
      sweeps: 0,
    }
    const peer = peerOf(socket)
    connections.set(socket, connection)
    byPeer.set(peer, connection)
    perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    socket.once('close', () => {
      forget(connection)
      if (byPeer.get(peer) === connection) byPeer.delete(peer)
    })
  }

  function begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const connection = byPeer.get(peerOf(incoming.socket))
    if (!connection) return
    const exchange = { incoming, outgoing }
    const { socket, exchanges } = connection
    exchanges.add(exchange)
    outgoing.once('close', () => {
      exchanges.delete(exchange)
      // Another request may be in progress, or the connection was closed.
      if (exchanges.size > 0 || !connections.delete(socket)) return
      connections.set(socket, connection)
      connection.readBefore = socket.bytesRead
      connection.sweeps = 0
    })
  }

  function closeLate(): void {
    for (const connection of connections.values()) {
      const state = stateOf(connection)
      const most = AWAITED[state]
      // Over HTTP/2 a stream stays open while other requests come and go.
      connection.sweeps = most === undefined ? 0 : connection.sweeps + 1
      if (most !== undefined && connection.sweeps > most) close(connection)
    }
  }

  /** Reads a request that arrived during a stall before the connection counts as idle. */
  function timedOut(from: Socket | ServerHttp2Session): void {
    const peer = peerOf('socket' in from ? from.socket : from)
    setImmediate(() => {
      const connection = byPeer.get(peer)
      if (!connection || stateOf(connection) !== 'working') from.destroy()
    })
  }

  server.on('connection', accept)
  if (server instanceof TlsServer) {
    server.on('secureConnection', (socket: TLSSocket) => {
      const connection = byPeer.get(peerOf(socket))
      const isHttp2 = socket.alpnProtocol === 'h2'
      if (connection) Object.assign(connection, { isSecured: true, isHttp2, sweeps: 0 })
    })
    // Node's HTTP/2 server lacks this method.
    server.closeAllConnections = () => {
      for (const { socket } of connections.values()) socket.destroy()
    }
  }
  server.on('request', begin)
  server.on('checkExpectation', begin)
  server.on('timeout', timedOut)
  const timer = setInterval(closeLate, sweep).unref()
  server.on('close', () => clearInterval(timer))
}

/** Over TLS a request has another socket than the accepted one, with the same peer. */
const peerOf = ({ remoteAddress, remotePort, localAddress }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress}`
