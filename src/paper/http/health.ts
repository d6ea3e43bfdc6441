import type { IncomingMessage } from 'node:http'

import type { Health } from '../health.ts'
import { jsonAnswer } from './answer.ts'
import { isOurHost } from './origin.ts'
import { splitTarget } from './raw-request.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
/** What a proxy adds: whoever asks is somewhere else then. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Outside the API: nobody signs for it. */
export const isHealthCheck = ({ url = '/', method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && splitTarget(url).path === '/health'

/** How the service is, for whoever asks; why, for a program on this machine alone. */
export function healthAnswer(incoming: IncomingMessage, health: Health): Response {
  const { details, ...short } = health
  const body = isLocal(incoming) ? { ...short, ...details } : short
  return jsonAnswer(200, JSON.stringify(body))
}

function isLocal({ headers, socket }: IncomingMessage): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    isOurHost(headers.host, socket.localPort ?? 0) &&
    PROXIED.every((name) => headers[name] === undefined)
  )
}
