import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { freePort, PREPARED, readyLine } from './paper-service.ts'

/** Makes the demo world once; every test copies it instead of making one of its own. */
export default async function prepareWorld(): Promise<void> {
  rmSync(PREPARED, { recursive: true, force: true })
  mkdirSync(PREPARED, { recursive: true })
  const start = join(import.meta.dirname, '..', 'src', 'paper', 'start.js')
  const port = String(await freePort())
  const service = spawn(process.execPath, [start, '--data', PREPARED, '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readyLine(service)
  service.kill('SIGTERM')
  await once(service, 'exit')
}
