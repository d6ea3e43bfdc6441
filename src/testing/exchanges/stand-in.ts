import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

import { type WebSocket, WebSocketServer } from 'ws'

import { type Listing, type ScriptedPair, scriptedPair } from './scripted-market.ts'

export type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

/** Wire format of a stand-in of one exchange. */
export type Wording = {
  /** Path of its WebSocket. */
  path: string
  get: (url: URL, pairs: ReadonlyMap<string, ScriptedPair>, now: number) => Answer
  command: (
    client: Client,
    request: Record<string, unknown>,
    pairs: ReadonlyMap<string, ScriptedPair>,
  ) => void
  connected?: (client: Client) => void
  /** Body of an answer to too many requests. */
  limited: unknown
}

export type Client = {
  readonly streams: Set<string>
  send: (text: string) => void
}

export type StandIn = Awaited<ReturnType<typeof standIn>>

/** A small exchange on a free port: REST and WebSocket, driven by the methods it returns. */
export async function standIn(wording: Wording, now: () => number) {
  const pairs = new Map<string, ScriptedPair>()
  const clients = new Map<Client, { socket: WebSocket }>()
  const muted = new Set<Client>()
  const requests: { path: string; at: number }[] = []
  const commands: { text: string; at: number }[] = []
  const sent: string[] = []
  let connections = 0
  let isSilent = false
  let isDown = false
  let isDeaf = false
  let isStalled = false
  /** Answers that come before those of the exchange. */
  const scripted: Answer[] = []
  const handshakes: { status: number; retryAfter?: string }[] = []
  const headers: Record<string, string> = {}

  function respond(request: IncomingMessage, response: ServerResponse): void {
    if (isDown) {
      request.socket.destroy()
      return
    }
    const url = new URL(request.url ?? '/', 'http://stand-in')
    requests.push({ path: url.pathname + url.search, at: now() })
    if (isStalled) return
    const answer = scripted.shift() ?? wording.get(url, pairs, now())
    const type = { 'content-type': 'application/json' }
    response.writeHead(answer.status ?? 200, { ...type, ...headers, ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = handshakes.shift()
    if (isDown || refused || request.url !== wording.path) {
      const retry =
        refused?.retryAfter === undefined ? '' : `Retry-After: ${refused.retryAfter}\r\n`
      const line = `HTTP/1.1 ${refused?.status ?? 404} Refused\r\n${retry}Content-Length: 0\r\n\r\n`
      socket.end(isDown ? '' : line)
      return
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      connections += 1
      const client: Client = {
        streams: new Set(),
        send: (text) => void (isSilent || accepted.send(text)),
      }
      clients.set(client, { socket: accepted })
      accepted.on('close', () => clients.delete(client))
      accepted.on('message', (data) => {
        const text = data.toString()
        commands.push({ text, at: now() })
        if (!isDeaf) wording.command(client, JSON.parse(text) as Record<string, unknown>, pairs)
      })
      wording.connected?.(client)
    })
  }

  const server = createServer(respond).on('upgrade', upgrade)
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo

  const pair = (symbol: string): ScriptedPair => {
    const found = pairs.get(symbol)
    if (!found) throw new RangeError(`the stand-in does not list ${symbol}`)
    return found
  }

  /** Sends text as it is to all connections, also what is no message. */
  function send(text: string): void {
    sent.push(text)
    if (!isSilent) for (const { socket } of clients.values()) socket.send(text)
  }

  return {
    http: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    requests,
    /** Commands of clients, such as subscriptions. */
    commands,
    pair,
    /** Connections so far, and those that are open. */
    connections: () => connections,
    clients: () => [...clients.keys()],
    list(symbol: string, listing: Listing): void {
      pairs.set(symbol, scriptedPair(symbol, listing))
    },
    /** Trades of the past, which no stream repeats. */
    past(symbol: string, trades: readonly (readonly [at: number, price: string, size: string])[]) {
      for (const [at, price, size] of trades) pair(symbol).add(price, size, at)
    },
    halt: (symbol: string) => void (pair(symbol).listing.status = 'halted'),
    resume: (symbol: string) => void (pair(symbol).listing.status = 'trading'),
    delist: (symbol: string) => void pairs.delete(symbol),
    /** Sends to the connections that subscribed to `stream`. */
    publish(stream: string, text: string): void {
      sent.push(text)
      if (isSilent) return
      for (const [client, { socket }] of clients) {
        if (client.streams.has(stream) && !muted.has(client)) socket.send(text)
      }
    },
    send,
    /** The latest message that contains this text. */
    lastSent: (part: string): string => sent.findLast((text) => text.includes(part)) ?? '',
    /** Sends the latest messages a second time. */
    repeat: (count: number) => sent.slice(-count).forEach(send),
    /** Connections stay open, and nothing arrives by them. */
    silence: () => void (isSilent = true),
    speak: () => void (isSilent = false),
    /** One connection gets no more data. */
    mute: (client: Client) => void muted.add(client),
    /** Commands get no answer. */
    ignoreCommands: (isIgnoring: boolean) => void (isDeaf = isIgnoring),
    /** REST requests arrive and get no answer. */
    stall: (isStalling: boolean) => void (isStalled = isStalling),
    drop: () => clients.forEach(({ socket }) => socket.terminate()),
    /** No network: connections end, and none begins. */
    outage(isBroken: boolean): void {
      isDown = isBroken
      if (!isBroken) return
      clients.forEach(({ socket }) => socket.terminate())
      server.closeAllConnections()
    },
    /** The next REST answers; with 429 or 418 and seconds, as after too many requests. */
    answer(status: number, body: unknown = wording.limited, retryAfter?: number): void {
      const own = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      scripted.push({ status, body, headers: own })
    },
    answerHandshake: (status: number, retryAfter?: string) =>
      void handshakes.push({ status, ...(retryAfter !== undefined && { retryAfter }) }),
    /** Sends this header with every REST answer. */
    header: (name: string, value: string) => void (headers[name] = value),
    close: (): Promise<void> =>
      new Promise((done) => {
        clients.forEach(({ socket }) => socket.terminate())
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
