import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { Server as TlsServer } from 'node:tls'
import * as z from 'zod/mini'

import { type LiveExchange, LIVE_EXCHANGES } from './engine/market/live-exchanges.ts'
import { beginWorld } from './engine/open-world.ts'
import { commandLine } from './command-line.ts'
import { backup, check, restore } from './file-commands.ts'
import type { Health } from './health.ts'
import { reloadCertificate } from './http/certificate.ts'
import { createRelay } from './http/relay.ts'
import { localOrigin } from './http/reach.ts'
import { createServer, listen } from './http/serve.ts'
import { addKey, listKeys, pair, renewKeyToken, revokeKey } from './key-commands.ts'
import { createMetrics } from './metrics.ts'
import type { PaperProcess } from './paper-process.ts'
import { Problem, UsageProblem } from './problem.ts'
import {
  help,
  readRelayFlags,
  readServeFlags,
  type RelayFlags,
  type ServeFlags,
} from './serve-flags.ts'
import { StorageFailure } from './store/store-errors.ts'
import { openSwitchedPaper } from './switched-paper.ts'
import { terminalAt } from './terminal.ts'

const TICK_MS = 1_000
const PATIENCE = 500
/** In milliseconds; longer than the page's own timeout, so that the page reports that first. */
const RELAY_PATIENCE = 30_000

export { readServeFlags }

/** Serves until stopped, or runs a command. `root` is the folder of the repository. */
export async function main(args: string[], root: string): Promise<void> {
  // The data directory holds secrets: only its owner may read new files.
  process.umask(0o077)
  try {
    if (args.includes('--version')) return void process.stdout.write(`${versionOf(root)}\n`)
    if (args.some((word) => word === '--help' || word === '-h')) {
      return void process.stdout.write(help())
    }
    const command = commandOf(args)
    if (command) return void process.stdout.write(await command(root))
    const relayFlags = readRelayFlags(args, process.env)
    if (relayFlags) return await relay(relayFlags, root)
    await serve(readServeFlags(args, root, process.env), root)
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StorageFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error instanceof UsageProblem ? 2 : 1)
  }
}

async function serve(flags: ServeFlags, root: string): Promise<void> {
  const service = await openService(flags, root, createMetrics)
  endOnSignal(service.server, service)
  service.terminal.say(`Listening on ${new URL(service.link).origin}`)
  const isPairing = service.link.includes('#')
  process.stdout.write(`Open ${service.link}${isPairing ? ' to pair this browser' : ''}\n`)
  // A phone's camera can only open the public origin.
  if (flags.reach.publicOrigin?.startsWith('https:')) service.terminal.showCode(service.link)
}

/** Opens the service and its worlds. `metricsOf` observes the whole process. */
export async function openService(
  flags: ServeFlags,
  root: string,
  metricsOf?: typeof createMetrics,
) {
  const terminal = terminalAt(process.stderr, flags.log)
  const { report } = terminal
  const { publicOrigin } = flags.reach
  const switched = await openSwitchedPaper(flags, {
    openWorld: beginWorld,
    now: Date.now,
    steady: () => performance.now(),
    ...terminal,
  })
  const health = async () => ({ ...(await switched.paper().health()), ...about(root, 'paper') })
  const server = createServer({
    service: switched,
    root: siteOf(root),
    connectTo: flags.connectTo,
    reach: flags.reach,
    report,
    health,
    ...(metricsOf && { metrics: metricsOf(health) }),
  })
  // Before the world is made, to report a port in use at once.
  const port = await listen(server, flags.port, flags.reach.host).catch(async (error: unknown) => {
    await switched.close()
    throw error
  })
  const files = flags.reach.tls?.files
  if (files && server instanceof TlsServer) reloadCertificate(server, files, terminal.say)
  try {
    await switched.paper().openWorlds()
  } catch (error) {
    await switched.close()
    throw error
  }
  const origin = publicOrigin ?? localOrigin(port, flags.reach)
  switched.servesAt(origin)
  if (flags.live) terminal.say(liveWords(flags.live.exchange))

  const clock = setInterval(() => void switched.paper().tick(), TICK_MS)
  return {
    link: `${origin}/${await pairing(switched.paper())}`,
    server,
    terminal,
    endStreams: () => switched.paper().endStreams(),
    /** Stops the worlds and closes the data directory. Close the server first. */
    async close(): Promise<void> {
      clearInterval(clock)
      await switched.close()
    },
  }
}

function liveWords(exchange: LiveExchange): string {
  const { name, quote } = LIVE_EXCHANGES[exchange]
  return `This world has the live prices of ${name}: one spot account that began with 10,000 ${quote}, no margin and no futures. Requests for public prices leave this machine, no keys and no orders. The demo is kept: --market demo opens it again.`
}

/** Empty while nothing can be stored: a paired browser can go on reading. */
async function pairing(paper: PaperProcess): Promise<string> {
  try {
    return `#pair=${await paper.pairingCode()}`
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    return ''
  }
}

/** Serves the dashboard over another service's API, which passes through unchanged. */
async function relay(flags: RelayFlags, root: string): Promise<void> {
  const { report } = terminalAt(process.stderr, flags.log)
  const server = createServer({
    service: createRelay({ upstream: flags.upstream, patience: RELAY_PATIENCE, report }),
    root: siteOf(root),
    connectTo: [],
    report,
    health: () => Promise.resolve({ status: 'ok', ...about(root, 'relay') }),
    // A browser resends a POST when a connection that was used before breaks.
    requestsOnOne: 1,
  })
  const port = await listen(server, flags.port)
  endOnSignal(server)
  process.stdout.write(`Open http://127.0.0.1:${port}/connect?add=true to add a connection\n`)
}

const about = (
  root: string,
  service: Health['service'],
): Pick<Health, 'service' | 'version' | 'build' | 'pair' | 'uptime_s'> => ({
  service,
  version: versionOf(root),
  build: (build ??= buildOf(root)),
  pair: commandLine('pair'),
  uptime_s: Math.floor(process.uptime()),
})

const manifest = z.object({ version: z.string() })

const versionOf = (root: string): string =>
  manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version

let build: string | undefined

/** Distinguishes builds of one version by the code of service and page. */
function buildOf(root: string): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  const page = join(siteOf(root), 'index.html')
  if (existsSync(page)) hash.update(readFileSync(page))
  return hash.digest('hex').slice(0, 12)
}

const siteOf = (root: string): string => join(root, 'dist/client')

type Ending = { endStreams: () => void; close: () => Promise<void> }

/** Finishes answers under way, then closes connections that stay open. */
function endOnSignal(server: Server, paper?: Ending): void {
  const end = (): void => {
    setTimeout(() => server.closeAllConnections(), PATIENCE).unref()
    server.close(() => void Promise.resolve(paper?.close()).finally(() => process.exit()))
    paper?.endStreams()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

/** Runs a command with its remaining words; returns its whole output. */
type Command = (args: string[], root: string) => Promise<string> | string

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['keys add', addKey],
  ['keys list', listKeys],
  ['keys revoke', revokeKey],
  ['keys token', renewKeyToken],
  ['pair', pair],
  ['backup', backup],
  ['restore', restore],
  ['check', check],
])

/** The command that the first words name, if any. Throws `Problem`. */
export function commandOf(
  args: string[],
): ((root: string) => Promise<string> | string) | undefined {
  const words = args[0] === 'keys' ? 2 : 1
  const command = COMMANDS.get(args.slice(0, words).join(' '))
  if (!command) {
    if (words === 1) return undefined
    throw new UsageProblem(`Name a command: ${commandLine('keys')} add, list, revoke or token.`)
  }
  return (root) => command(args.slice(words), root)
}
