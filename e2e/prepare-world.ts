import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'

import {
  freePort,
  PREPARED_WORLDS,
  preparedWorld,
  type PreparedWorld,
  readyLine,
  START,
} from './paper-service.ts'

/** Makes a world of each kind once; every test copies one instead of making its own. */
export default async function prepareWorlds(): Promise<void> {
  // Builds, so that no two processes do it at once.
  execFileSync(process.execPath, [START, '--help'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await Promise.all(PREPARED_WORLDS.map(prepare))
}

async function prepare(kind: PreparedWorld): Promise<void> {
  const data = preparedWorld(kind)
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  const port = String(await freePort())
  const words = [START, '--data', data, '--port', port, '--world', kind]
  const service = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  await readyLine(service)
  service.kill('SIGTERM')
  await once(service, 'exit')
}
