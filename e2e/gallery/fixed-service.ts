import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addKey } from '#paper/key-commands.ts'
import { beginWorld } from '#paper/engine/open-world.ts'
import { createServer, listen } from '#paper/http/serve.ts'
import { openPaperProcess } from '#paper/paper-process.ts'
import { terminalAt } from '#paper/terminal.ts'

import { type NewKey, START } from '../paper-service.ts'
import { callsOf } from '../signed-calls.ts'

/** The moment of every picture, for the service and for the page: a Friday afternoon. */
export const NOW = Date.UTC(2026, 10, 20, 15, 30)

const ROOT = join(import.meta.dirname, '..', '..')
const WORLDS = join(ROOT, 'test-results', 'gallery-worlds')

export const WORLD_KINDS = ['demo', 'untidy', 'empty'] as const
export type WorldKind = (typeof WORLD_KINDS)[number]

export type FixedService = {
  origin: string
  /** The page with a pairing code that was not used yet. */
  link(): Promise<string>
  /** Makes the service trade with money from now on. */
  tradeReal(): Promise<void>
  newKey(): Promise<NewKey>
  /** Lets so many milliseconds pass in its world. */
  pass(milliseconds: number): void
  remove(): Promise<void>
}

/** Builds what is not built, and makes the world of each kind that the services begin with a copy of. */
export default async function prepareWorlds(): Promise<void> {
  execFileSync(process.execPath, [START, '--help'], { stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(WORLDS, { recursive: true, force: true })
  for (const kind of WORLD_KINDS) {
    mkdirSync(join(WORLDS, kind), { recursive: true, mode: 0o700 })
    await (await openPaper(join(WORLDS, kind), kind)).close()
  }
}

/** A paper service whose clock stands at `NOW`, on a port of its own, over a copy of a world. */
export async function openFixedService(kind: WorldKind): Promise<FixedService> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  cpSync(join(WORLDS, kind), data, { recursive: true })
  let passed = 0
  const paper = await openPaper(data, kind, () => passed)
  const server = createServer({
    service: paper.service,
    root: join(ROOT, 'dist/client'),
    connectTo: [],
    report: terminalAt(process.stderr).report,
    health: async () => ({
      ...(await paper.health()),
      service: 'paper',
      version: 'gallery',
      build: 'gallery',
      pair: 'npm run -s paper -- pair',
      uptime_s: 0,
    }),
  })
  const origin = `http://127.0.0.1:${await listen(server, 0)}`
  const newKey = async () =>
    JSON.parse(await addKey(['--type', 'hmac', '--json', '--data', data], ROOT)) as NewKey
  return {
    origin,
    link: async () => `${origin}/#pair=${await paper.pairingCode()}`,
    tradeReal: async () => callsOf(origin, await newKey()).post('/api/v1/user/mode?mode=real'),
    newKey,
    pass: (milliseconds) => {
      passed += milliseconds
    },
    async remove() {
      server.close()
      server.closeAllConnections()
      await paper.close()
      if (existsSync(data)) rmSync(data, { recursive: true })
    },
  }
}

async function openPaper(data: string, kind: WorldKind, passed = () => 0) {
  const settings = {
    data,
    seed: undefined,
    world: kind,
    strict: false,
    allowedOrigins: new Set<string>(),
    rateLimit: 'off',
    openMarket: () => Promise.reject(new Error('This service has one world.')),
  } as const
  const paper = await openPaperProcess(settings, {
    openWorld: beginWorld,
    now: () => NOW + passed(),
    steady: passed,
    report: terminalAt(process.stderr).report,
    say: () => undefined,
    show: () => undefined,
  })
  await paper.openWorlds()
  return paper
}
