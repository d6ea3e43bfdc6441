import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, expect, it } from 'vitest'

import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'

import { reloadCertificate } from './certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-tls-'))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
writeFileSync(files.cert, TEST_CERTIFICATE.cert)
writeFileSync(files.key, TEST_CERTIFICATE.key)
const server = createServer(TEST_CERTIFICATE)
const said: string[] = []
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** The name in the certificate that a new connection gets. */
async function nameServed(): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { CN } = socket.getPeerCertificate().subject
  socket.destroy()
  return Array.isArray(CN) ? CN[0] : CN
}

it('a renewed certificate is served without a restart, and a broken one is not', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  reloadCertificate(server, files, (line) => void said.push(line), 20)
  expect(await nameServed()).toBe('desk.example')

  const afterHalf = () => {
    // Written anew, since a write before the first look of the watcher is no change to it.
    if (said.length === 0) writeFileSync(files.cert, 'half')
    return said
  }
  await expect.poll(afterHalf).toContainEqual(expect.stringMatching(/cannot be loaded again/))
  expect(await nameServed()).toBe('desk.example')

  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=renewed'
  execFileSync('openssl', [...words.split(' '), '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  })
  await expect.poll(nameServed).toBe('renewed')
})
