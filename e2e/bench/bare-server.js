// The least a service can do: checks an HMAC and answers with text it has, or writes a line and syncs it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fdatasync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [secret, body, file] = process.argv.slice(2)
const answer = Buffer.from(body === '-' ? '{}' : Buffer.alloc(Number(body), 'x'))
const log = openSync(file, 'a')
let waiting = []
let isSyncing = false

/** Whoever comes while a sync runs shares the next one. */
function synced(done) {
  waiting.push(done)
  if (isSyncing) return
  isSyncing = true
  const group = waiting
  waiting = []
  fdatasync(log, () => {
    isSyncing = false
    for (const each of group) each()
    if (waiting.length > 0) synced(() => undefined)
  })
}

const server = createServer((incoming, outgoing) => {
  const chunks = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    const target = incoming.url.includes('?') ? incoming.url : `${incoming.url}?`
    const expected = createHmac('sha256', secret)
      .update(target + text)
      .digest()
    const claimed = Buffer.from(incoming.headers.signature ?? '', 'hex')
    if (claimed.length !== expected.length || !timingSafeEqual(claimed, expected)) {
      outgoing.writeHead(401).end()
      return
    }
    const headers = { 'Content-Type': 'application/json', Connection: 'close' }
    if (incoming.method === 'GET') {
      outgoing.writeHead(200, headers).end(answer)
      return
    }
    writeSync(log, `${text}\n`)
    synced(() => outgoing.writeHead(201, headers).end(answer))
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`))
