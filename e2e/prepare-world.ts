import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'

import { freePort, PREPARED, readyLine, START } from './paper-service.ts'

/** Makes the demo world once; every test copies it instead of making one of its own. */
export default async function prepareWorld(): Promise<void> {
  rmSync(PREPARED, { recursive: true, force: true })
  mkdirSync(PREPARED, { recursive: true })
  const port = String(await freePort())
  const service = spawn(process.execPath, [START, '--data', PREPARED, '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readyLine(service)
  service.kill('SIGTERM')
  await once(service, 'exit')
}
