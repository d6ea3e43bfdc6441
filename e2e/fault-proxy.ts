import { request as forward, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Socket } from 'node:net'

import { freePort } from './paper-service.ts'

/**
 * What befalls a write between browser and service. Only the first never reaches the service; after
 * all others it has done what it was asked.
 */
export const FAULTS = [
  'reset before the service',
  'reset before the answer',
  'reset in the answer',
  'reset after the answer',
  'hang',
  '408',
  'truncated answer',
  'HTML 200',
  '502',
] as const
export type Fault = (typeof FAULTS)[number]

export type FaultProxy = {
  origin: string
  /** The same address, here. */
  through(link: string): string
  /** What befalls the next writes under `/api/`. */
  next(fault: Fault, writes?: number): void
  /** What befalls the next write to this path, whatever else comes before it. */
  at(path: string, fault: Fault): void
  pass(): void
  /** How many writes under `/api/` arrived over the wire, a browser's own repetitions included. */
  writes(): number
  close(): Promise<void>
}

type Arrived = { method: string; target: string; headers: Record<string, string>; body: Buffer }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * A proxy on TCP, because a browser repeats a write by itself below anything that a page or its
 * debugger sees: on a kept connection that dies before the first byte of an answer. `keepsAlive`
 * keeps connections open, which the paper service itself never does.
 */
export async function openFaultProxy(
  service: string,
  { keepsAlive = false } = {},
): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let fault: Fault | undefined
  let left = 0
  let writes = 0
  const paths = new Map<string, Fault>()

  const faultFor = ({ method, target }: Arrived): Fault | undefined => {
    if (method !== 'POST' || !target.startsWith('/api/')) return undefined
    writes += 1
    const own = paths.get(target)
    if (paths.delete(target)) return own
    if (left === 0) return undefined
    left -= 1
    return fault
  }

  async function serve(socket: Socket, arrived: Arrived): Promise<void> {
    const befalls = faultFor(arrived)
    if (befalls === 'reset before the service') return void socket.resetAndDestroy()
    const answer = await answerOf(service, arrived)
    if (!befalls) return write(socket, answer, keepsAlive)
    befall(socket, befalls, answer, keepsAlive)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let bytes: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let read = readRequest(bytes); read; read = readRequest(bytes)) {
        bytes = read.rest
        serve(socket, read.arrived).catch(() => socket.destroy())
      }
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    through: (link) => link.replace(service, origin),
    next(what, count = 1) {
      fault = what
      left = count
    },
    at: (path, what) => void paths.set(path, what),
    pass() {
      left = 0
      paths.clear()
    },
    writes: () => writes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The first request in what has arrived so far, once it is whole. A browser's bodies tell their length. */
function readRequest(bytes: Buffer): { arrived: Arrived; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const [method = '', target = ''] = line.split(' ')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  const last = end + 4 + Number(headers['content-length'] ?? 0)
  if (bytes.length < last) return undefined
  const body = Buffer.from(bytes.subarray(end + 4, last))
  return { arrived: { method, target, headers, body }, rest: bytes.subarray(last) }
}

/** Asks the service under its own name: it answers to no other host or origin. */
function answerOf(service: string, { method, target, headers, body }: Arrived): Promise<Answer> {
  const { host } = new URL(service)
  const own = { ...headers, host, ...('origin' in headers && { origin: service }) }
  return new Promise((resolve, reject) => {
    const asking = forward(
      new URL(service),
      { method, path: target, headers: own, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => void chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0 } = response
          resolve({ status, headers: response.headers, body: Buffer.concat(chunks) })
        })
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })
}

function befall(socket: Socket, fault: Fault, answer: Answer, keepsAlive: boolean): void {
  const whole = textOf(answer, keepsAlive)
  const half = whole.subarray(0, whole.length - Math.ceil(answer.body.length / 2))
  switch (fault) {
    case 'reset before the service':
    case 'reset before the answer':
      return void socket.resetAndDestroy()
    case 'reset in the answer':
      return void socket.write(half, () => socket.resetAndDestroy())
    case 'reset after the answer':
      // A reset may overtake bytes that wait in the browser's buffer; half a second it may not.
      return void socket.write(whole, () => setTimeout(() => socket.resetAndDestroy(), 500))
    case 'hang':
      return undefined
    case 'truncated answer':
      return void socket.end(half)
    case '408':
      return write(socket, page(408, 'Request Timeout'), false)
    case 'HTML 200':
      return write(socket, page(200, 'Sign in to the network'), keepsAlive)
    case '502':
      return write(socket, page(502, 'Bad Gateway'), keepsAlive)
  }
}

const page = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<!doctype html><title>${title}</title><h1>${title}</h1>`),
})

function write(socket: Socket, answer: Answer, keepsAlive: boolean): void {
  const bytes = textOf(answer, keepsAlive)
  if (keepsAlive) socket.write(bytes)
  else socket.end(bytes)
}

function textOf({ status, headers, body }: Answer, keepsAlive: boolean): Buffer {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers
  const fields = Object.entries({
    ...kept,
    ...(status !== 204 && status !== 304 && { 'content-length': String(body.length) }),
    connection: keepsAlive ? 'keep-alive' : 'close',
  }).map(([name, value]) => `${name}: ${String(value)}`)
  const head = [`HTTP/1.1 ${status} Answer`, ...fields, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
