import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

import { TEST_CERTIFICATE } from './test-certificate.ts'

export type WireRequest = {
  method?: string
  /** Path and query, sent as they are. */
  target: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
  /** Over TLS, trusting the test certificate. */
  isSecure?: boolean
  /** The loopback address to send from. */
  from?: string
}

export type WireAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The body as JSON, `undefined` when it is none. */
  json: unknown
}

/** One request over a connection of its own, with nothing added but what HTTP demands. */
export function sendRaw(port: number, wire: WireRequest): Promise<WireAnswer> {
  const { method = 'GET', target, headers = {}, body = '', isSecure = false, from } = wire
  const request = isSecure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        ...(from !== undefined && { localAddress: from }),
        ...(isSecure && { ca: TEST_CERTIFICATE.cert, servername: 'localhost' }),
        port,
        method,
        path: target,
        headers,
        agent: false,
      },
      (incoming) => {
        const { statusCode: status = 0, headers: answered } = incoming
        // A stream has no end to wait for.
        if (answered['content-type']?.startsWith('text/event-stream')) {
          incoming.destroy()
          resolve({ status, headers: answered, text: '', json: undefined })
          return
        }
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status, headers: answered, text, json: jsonOf(text) })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    const isChunked = 'Transfer-Encoding' in headers
    if (body.length > 0 && !isChunked) {
      outgoing.setHeader('Content-Length', Buffer.byteLength(body))
    }
    outgoing.end(body)
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
