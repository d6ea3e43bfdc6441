import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/** What a connection does, in the order in which connections are closed when there are too many. */
const STATES = ['half-sent', 'sending a body', 'idle', 'not reading'] as const
type State = (typeof STATES)[number] | 'working'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

export type Crowd = {
  /** From this number of connections on, each new one closes another that does nothing. */
  near: number
  /** No more than these are accepted, whatever they do. */
  most: number
}

/**
 * Keeps room for those who send whole requests: once nearly all connections are taken, each new one
 * closes the oldest that has sent half a request, then half a body, then none, and then the oldest
 * that does not read its answer. A request that is being worked on is never closed.
 */
export function limitConnections(server: Server, { near, most }: Crowd): void {
  /** In the order in which they came, or last ended a request. */
  const exchanges = new Map<Socket, Exchange | undefined>()
  const served = new WeakSet<Socket>()
  server.maxConnections = most

  function stateOf(socket: Socket, exchange: Exchange | undefined): State {
    if (!exchange) return served.has(socket) ? 'idle' : 'half-sent'
    if (!exchange.incoming.complete) return 'sending a body'
    // An answer is whole before its head is sent.
    return exchange.outgoing.headersSent ? 'not reading' : 'working'
  }

  function closeOne(): void {
    const oldest = new Map<State, Socket>()
    for (const [socket, exchange] of exchanges) {
      const state = stateOf(socket, exchange)
      if (!oldest.has(state)) oldest.set(state, socket)
    }
    const found = STATES.map((state) => oldest.get(state)).find((socket) => socket !== undefined)
    if (!found) return
    // Now, not with its `close` event: the next connection may come before that.
    exchanges.delete(found)
    found.destroy()
  }

  function begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming
    const exchange = { incoming, outgoing }
    exchanges.set(socket, exchange)
    outgoing.once('finish', () => {
      // Another may have begun on it meanwhile.
      if (exchanges.get(socket) !== exchange) return
      served.add(socket)
      exchanges.delete(socket)
      exchanges.set(socket, undefined)
    })
  }

  // Over TLS a request comes on another socket than the one that was connected.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (exchanges.size >= near) closeOne()
    exchanges.set(socket, undefined)
    socket.once('close', () => exchanges.delete(socket))
  })
  server.on('request', begin)
  server.on('checkExpectation', begin)
}
