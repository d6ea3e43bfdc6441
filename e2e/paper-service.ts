import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Script behind `npm start`. */
export const START = join(ROOT, 'src', 'paper', 'start.js')

/** The service as `npm start` builds it. By `require`, since Vite's runner of the benches refuses late imports. */
const built = (): typeof import('#paper/main.ts') =>
  createRequire(import.meta.url)(join(ROOT, 'dist', 'paper', 'main.js'))

export const PREPARED_WORLDS = ['demo', 'untidy'] as const
export type PreparedWorld = (typeof PREPARED_WORLDS)[number]

/** Folder in which `prepare-world.ts` leaves a world of each kind; tests begin with a copy. */
export const preparedWorld = (kind: PreparedWorld): string =>
  join(ROOT, 'test-results', 'prepared-worlds', kind)

/** A paper service of a test's own: its port, its copy of the world. */
export type PaperService = {
  origin: string
  /** Its data directory. */
  data: string
  /** The page with a pairing code in its fragment. */
  link: string
  /** Runs a key command on the service's data, such as `keys add --json`. */
  command(...words: string[]): Promise<string>
  /** Ends the service, a process as `kill -9` would. `start` starts it on the same port and data. */
  kill(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

type Running = { link: string; end: () => Promise<void> }

/** Starts the service with these flags. */
export type Start = (flags: string[]) => Promise<Running>

/** In the process of the test. A process for each service costs a second of CPU. */
export const inThisProcess: Start = async (words) => {
  const { openService, readServeFlags } = built()
  const service = await openService(readServeFlags(words, ROOT), ROOT)
  return {
    link: service.link,
    async end() {
      service.server.close()
      service.server.closeAllConnections()
      await service.close()
    },
  }
}

/** In a process of its own, as `npm start` does. */
export const inOwnProcess: Start = async (words) => {
  const child = spawn(process.execPath, [START, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    link: await readyLine(child),
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** `flags` may name the origin that the service will have. */
export async function openPaperService(
  flags: string[] | ((origin: string) => string[]) = [],
  world = preparedWorld('demo'),
  startWith = inThisProcess,
): Promise<PaperService> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  cpSync(world, data, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const own = typeof flags === 'function' ? flags(origin) : flags
  let running: Running | undefined

  const service: PaperService = {
    origin,
    data,
    link: '',
    async command(...words) {
      const { commandOf } = built()
      const command = commandOf([...words, '--data', data])
      if (!command) throw new Error(`No command: ${words.join(' ')}`)
      return command(ROOT)
    },
    async kill() {
      await running?.end()
      running = undefined
    },
    async start() {
      running = await startWith(['--data', data, '--port', String(port), ...own])
      service.link = running.link
    },
    async remove() {
      await service.kill()
      rmSync(data, { recursive: true, force: true })
    },
  }
  await service.start()
  return service
}

/** The one line on standard output that says where the page is. */
export function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const link = /https?:\/\/\S+/.exec(said)?.[0]
      if (link !== undefined && said.includes('\n')) resolve(link)
    })
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

export type ServicePool = ReturnType<typeof openServicePool>

/** Milliseconds that a world may be behind the clock. */
const FRESH_MS = 60_000

/** Services and worlds that the tests of a worker share. */
export function openServicePool() {
  let shared: { key: string; service: PaperService } | undefined
  const worlds = new Map<PreparedWorld, { data: string; at: number }>()

  /** A prepared world, brought up to date at most `FRESH_MS` ago, so that no test has much to catch up. */
  async function freshWorld(kind: PreparedWorld): Promise<string> {
    const found = worlds.get(kind)
    if (found && Date.now() - found.at < FRESH_MS) return found.data
    const service = await openPaperService([], found?.data ?? preparedWorld(kind))
    await service.kill()
    if (found) rmSync(found.data, { recursive: true })
    worlds.set(kind, { data: service.data, at: Date.now() })
    return service.data
  }

  return {
    freshWorld,
    /**
     * One service for consecutive tests that only read, with the same flags; its pairing code is new.
     * Another choice ends it: opening one is cheaper than keeping it.
     */
    async with(flags: string[], world: PreparedWorld): Promise<PaperService> {
      const key = [world, ...flags].join(' ')
      if (shared?.key !== key) {
        await shared?.service.remove()
        shared = { key, service: await openPaperService(flags, await freshWorld(world)) }
      }
      const { service } = shared
      const link = (await service.command('pair')).trim()
      return { ...service, link, kill: keep, start: keep, remove: keep }
    },
    async remove(): Promise<void> {
      await shared?.service.remove()
      for (const { data } of worlds.values()) rmSync(data, { recursive: true })
    },
  }
}

const keep = (): Promise<never> =>
  Promise.reject(new Error('Other tests read from this service: tag this one @writes.'))

export type NewKey = { api_key: string; secret_key: string; token: string }

/** Makes an HMAC key; `words` are further flags of `keys add`. */
export async function newKey(service: PaperService, ...words: string[]): Promise<NewKey> {
  const made = await service.command('keys', 'add', '--type', 'hmac', '--json', ...words)
  return JSON.parse(made) as NewKey
}
