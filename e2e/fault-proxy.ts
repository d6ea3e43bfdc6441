import { request as forward, type IncomingHttpHeaders } from 'node:http'
import { createServer, type Socket } from 'node:net'

import { freePort } from './paper-service.ts'

/** Answers of success by something that has never asked the service. */
const FORGED = [
  'error in JSON 200',
  'empty JSON 200',
  'another pair 200',
  'other side 200',
  'another account 200',
] as const

/**
 * What befalls a write between browser and service. The first and those with a forged answer never
 * reach the service; after all others it has done what it was asked.
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
  ...FORGED,
] as const
export type Fault = (typeof FAULTS)[number]

/** The service carries out the request all the same. */
export const arrives = (fault: Fault): boolean =>
  fault !== 'reset before the service' && !isForged(fault)

const isForged = (fault: Fault): fault is (typeof FORGED)[number] =>
  (FORGED as readonly string[]).includes(fault)

export type FaultProxy = {
  origin: string
  /** The proxy's address. */
  through(link: string): string
  /** Faults of the next writes under `/api/`. */
  next(fault: Fault, writes?: number): void
  /** Fault of the next write to this path, whatever comes before it. */
  at(path: string, fault: Fault): void
  pass(): void
  /** Number of writes that arrived under `/api/`, including the browser's own retries. */
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
  /** The last write that the service has answered with success. */
  let placed: Answer | undefined

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
    if (befalls && isForged(befalls)) return write(socket, forged(befalls, placed), keepsAlive)
    const answer = await answerOf(service, arrived)
    if (arrived.method === 'POST' && answer.status === 201) placed = answer
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

function befall(
  socket: Socket,
  fault: Exclude<Fault, (typeof FORGED)[number]>,
  answer: Answer,
  keepsAlive: boolean,
): void {
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

const json = (body: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})

function forged(fault: (typeof FORGED)[number], placed: Answer | undefined): Answer {
  switch (fault) {
    case 'error in JSON 200':
      return json({ error: 'record_invalid', error_description: 'Invalid parameters.' })
    case 'empty JSON 200':
      return json({})
    case 'another pair 200':
      return json(changed(placed, { id: 1, pair: 'USDT_DOGE' }))
    case 'other side 200':
      return json(changed(placed, { id: 1, position: { type: 'sell' } }))
    case 'another account 200':
      return json(changed(placed, { id: 1, account: { id: 1 } }))
  }
}

/** An answer with other members, as one that was meant for another request has them. */
function changed(answer: Answer | undefined, others: Record<string, unknown>): object {
  const said = JSON.parse(answer?.body.toString('utf8') ?? '{}') as Record<string, unknown>
  const mixed = Object.entries(others).map(([name, other]) => {
    const was = said[name]
    const isNested = typeof other === 'object' && typeof was === 'object'
    return [name, isNested ? { ...was, ...other } : other]
  })
  return { ...said, ...Object.fromEntries(mixed) }
}

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
