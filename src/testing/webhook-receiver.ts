import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Network } from '#paper/alerts/send-webhook.ts'

export type Received = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A receiver of webhooks on this machine, behind a name; `status` is what it answers. */
export async function webhookReceiver(certificate: { cert: string; key: string }) {
  const received: Received[] = []
  const answer = { status: 200, headers: {} as Record<string, string>, isSilent: false }
  const held: (() => unknown)[] = []
  const server = createServer(certificate, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const end = () => response.writeHead(answer.status, answer.headers).end('x'.repeat(9_000))
      if (answer.isSilent) held.push(end)
      else end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const network: Partial<Network> = {
    resolve: () => Promise.resolve(['127.0.0.1']),
    isAllowed: () => true,
    ca: certificate.cert,
  }
  return {
    origin: `https://desk.example:${port}`,
    network,
    received,
    answer,
    /** Answers what has waited, and from now on at once. */
    release(): void {
      answer.isSilent = false
      for (const end of held.splice(0)) end()
    },
    close: (): Promise<void> =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
