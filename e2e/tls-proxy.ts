import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as forward,
  type ServerResponse,
} from 'node:http'
import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { test as base } from '@playwright/test'

import { freePort, openPaperService, type PaperService } from './paper-service.ts'
import { type SignedCalls, signedCalls } from './signed-calls.ts'

/** Ends of a connection after a complete write was carried out. */
export const BREAKS = {
  'HTTP/2': ['session destroyed', 'TCP reset', 'GOAWAY', 'REFUSED_STREAM', '408'],
  'HTTP/1.1': ['connection destroyed', 'TCP reset', '408'],
} as const
export type Protocol = keyof typeof BREAKS
export type Break = (typeof BREAKS)[Protocol][number]

export type TlsProxy = {
  origin: string
  /** The service behind it, named before the first request. */
  forwardTo(service: string): void
  /** Sets the end of the connection at every later write; `undefined` lets them pass. */
  breakWrites(how: Break | undefined): void
  /** Number of writes that arrived with a whole body, by path. */
  delivered(path: string): number
  close(): Promise<void>
}

export type TlsProxyOptions = {
  /** The service offers everything but to remember an `Idempotency-Key`. */
  hidesKeys?: boolean
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Arrived = IncomingMessage | Http2ServerRequest
type Answering = ServerResponse | Http2ServerResponse

/** A service behind TLS, as real ones are, of one protocol, whose connections break when told to. */
export async function openTlsProxy(
  protocol: Protocol,
  { hidesKeys = false }: TlsProxyOptions = {},
): Promise<TlsProxy> {
  const sockets = new Map<number | undefined, Socket>()
  const delivered = new Map<string, number>()
  let service = ''
  let how: Break | undefined

  async function serve(incoming: Arrived, outgoing: Answering): Promise<void> {
    const { method = '', url = '' } = incoming
    const body = await bytesOf(incoming)
    const answer = await answerOf(service, { method, url, headers: incoming.headers, body })
    if (method !== 'POST') {
      const isTime = hidesKeys && method === 'GET' && url === '/api/v1/time'
      return write(outgoing, isTime ? withoutKeys(answer) : answer)
    }
    const path = url.split('?')[0] ?? ''
    delivered.set(path, (delivered.get(path) ?? 0) + 1)
    if (how === undefined) return write(outgoing, answer)
    breakUnder(incoming, outgoing, how)
  }

  function breakUnder(incoming: Arrived, outgoing: Answering, end: Break): void {
    const stream = 'stream' in incoming ? incoming.stream : undefined
    switch (end) {
      case 'session destroyed':
        return stream?.session?.destroy()
      case 'connection destroyed':
        return void incoming.socket.destroy()
      case 'TCP reset':
        // The socket under TLS can send a reset.
        return void sockets.get(incoming.socket.remotePort)?.resetAndDestroy()
      case 'GOAWAY': {
        // REFUSED_STREAM claims that this stream was not processed, which is false.
        const { session, id = 0 } = stream ?? {}
        session?.goaway(constants.NGHTTP2_NO_ERROR, id - 2)
        return session?.destroy()
      }
      case 'REFUSED_STREAM':
        return stream?.close(constants.NGHTTP2_REFUSED_STREAM)
      case '408':
        outgoing.statusCode = 408
        if (!stream) outgoing.setHeader('Connection', 'close')
        return void outgoing.end()
    }
  }

  const listener = (incoming: Arrived, outgoing: Answering) =>
    void serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  const certificate = newCertificate()
  const server =
    protocol === 'HTTP/2'
      ? createSecureServer(certificate, listener)
      : createHttpsServer(certificate, listener)
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.on('close', () => sockets.delete(remotePort))
    socket.on('error', () => socket.destroy())
  })
  // A browser that gives a connection up is no fault here.
  server.on('sessionError', () => undefined)
  server.on('tlsClientError', () => undefined)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    origin: `https://127.0.0.1:${port}`,
    forwardTo: (origin) => void (service = origin),
    breakWrites: (next) => void (how = next),
    delivered: (path) => delivered.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.values()) socket.destroy()
      }),
  }
}

/** The files of a certificate for this machine, and the flags of a service that uses it. */
export function makeCertificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert, flags: `--tls-cert ${cert} --tls-key ${key}` }
}

/** Made for one test and kept nowhere. */
function newCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-tls-'))
  const { key, cert } = makeCertificate(folder)
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}

type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

/** Asks the service under its own name: it answers to no other host. */
function answerOf(service: string, { method, url, headers, body }: Request): Promise<Answer> {
  const { host } = new URL(service)
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && name !== 'transfer-encoding',
  )
  return new Promise((resolve, reject) => {
    const asking = forward(
      new URL(service),
      { method, path: url, headers: { ...Object.fromEntries(kept), host }, agent: false },
      (response) => {
        const { statusCode: status = 0, headers: answered } = response
        bytesOf(response).then(
          (bytes) => resolve({ status, headers: answered, body: bytes }),
          reject,
        )
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}

async function bytesOf(incoming: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The service's description of itself, without the extension. */
function withoutKeys(answer: Answer): Answer {
  const time = JSON.parse(answer.body.toString()) as { extensions?: string[] }
  const extensions = time.extensions?.filter((name) => name !== 'idempotencyKey')
  const { 'content-length': _, ...headers } = answer.headers
  return { ...answer, headers, body: Buffer.from(JSON.stringify({ ...time, extensions })) }
}

/** Without what belongs to one connection, which HTTP/2 does not take; so it stays open. */
function write(outgoing: Answering, { status, headers, body }: Answer): void {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...kept } = headers
  outgoing.statusCode = status
  for (const [name, value] of Object.entries(kept)) outgoing.setHeader(name, value ?? '')
  outgoing.end(body)
}

export const ORDERS = '/api/v1/smart_trades'

export type TlsSet = {
  tls: TlsProxy
  service: PaperService
  /** Calls past the browser and what breaks. */
  calls: SignedCalls
  /** The last trades, as the service has them. */
  trades: () => Promise<{ id: number; note: string }[]>
}

type Options = { protocol: Protocol; behind: TlsProxyOptions & { flags?: string[] } }

/** A service behind TLS, and its dashboard on this machine, which may call it. */
export const test = base.extend<Options & { set: TlsSet }>({
  protocol: ['HTTP/2', { option: true }],
  behind: [{}, { option: true }],
  ignoreHTTPSErrors: true,
  set: async ({ protocol, behind }, use) => {
    const { flags = [], ...options } = behind
    const tls = await openTlsProxy(protocol, options)
    const all = ['--rate-limit', 'off', '--connect-to', tls.origin, ...flags]
    const service = await openPaperService((origin) => [...all, '--allow-origin', origin])
    tls.forwardTo(service.origin)
    const calls = await signedCalls(service)
    const last = `${ORDERS}?order_by=created_at&order_direction=DESC&per_page=100`
    await use({ tls, service, calls, trades: () => calls.read(last) })
    await tls.close()
    await service.remove()
  },
})
