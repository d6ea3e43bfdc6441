import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** The JSON that stands in for an answer; `undefined` leaves it to the service. */
export type StandIn = (asked: URL) => unknown

/** Between browser and service: answers some reads itself, with whatever a test or measurement needs. */
export async function openAnswerProxy(service: string, standIn: StandIn) {
  const { host, hostname, port } = new URL(service)
  const server = createServer((incoming, outgoing) => {
    const asked = new URL(incoming.url ?? '/', service)
    const json = incoming.method === 'GET' ? standIn(asked) : undefined
    if (json === undefined) return passOn(incoming, outgoing)
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    outgoing.end(gzipSync(typeof json === 'string' ? json : JSON.stringify(json)))
  })

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { headers, method, url: path } = incoming
    // It answers to no other host or origin.
    const own = { ...headers, host, ...('origin' in headers && { origin: service }) }
    const asking = request({ hostname, port, method, path, headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asking.on('error', () => outgoing.destroy())
    incoming.pipe(asking)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin,
    /** The same address, here. */
    through: (link: string) => link.replace(service, origin),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
