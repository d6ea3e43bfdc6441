import { isIP } from 'node:net'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'

import type { MarketChoice } from '#contract/system.ts'
import { DIALECT_PROFILES } from '#dialects/dialects.ts'

import { commandLine } from './command-line.ts'
import { type LiveExchange, LIVE_EXCHANGES } from './engine/market/live-exchanges.ts'
import { readReplayFile } from './engine/market/replay-file.ts'
import type { WorldOrigin } from './engine/open-world.ts'
import {
  type Environment,
  bytesOf,
  quoted,
  readArguments,
  readChoice,
  readCount,
  readOrigin,
  textOf,
  variableOf,
  withEnvironment,
} from './flags.ts'
import {
  isLocalOrigin,
  isLoopback,
  LOOPBACK_NAMES,
  LOOPBACK_ONLY,
  type Reach,
} from './http/reach.ts'
import { DEFAULT_RATE, MAX_RATE, type RateLimit } from './http/rate-limits.ts'
import { directoryOf, marketChoice, readAddresses, rememberMarket } from './market-choice.ts'
import type { PaperProcessSettings } from './paper-process.ts'
import { UsageProblem } from './problem.ts'
import { WORLD_KINDS, type WorldKind } from './store/store.ts'
import { LOG_FORMATS, type LogFormat } from './terminal.ts'

const DEFAULT_PORT = 4780
const RELAY_PORT = 4781
/** One hour per second: the limit of one tick's work. */
const FASTEST = 3_600
const DATA_FOLDER = '.quarterdeck'

export const help =
  (): string => `Quarterdeck: the dashboard and its paper service on one port of this machine.

${commandLine('[flags]')}
  --port N              port (${DEFAULT_PORT})
  --host ADDRESS        address to listen at (127.0.0.1); any other needs --public-origin and TLS
  --public-origin URL   the https origin by which other machines reach the dashboard; or
                        http://localhost:PORT, for a container whose port is published here
  --tls-cert FILE       certificate (PEM), with --tls-key FILE: the service ends TLS itself
  --trust-proxy ADDRESS a proxy that ends TLS is at this address (repeatable)
  --data DIR            data directory (${DATA_FOLDER}/ in the repository)
  --seed N              seed of a new world
  --world demo|untidy|empty
                        how a new world starts (demo); untidy has odd names, tiny and huge
                        prices, two exchanges that disagree, and a year that loses
  --market MARKET       demo; live:binance or live:kraken for the prices of that exchange, in a
                        world of its own that is kept beside the others; or replay:FILE, prices
                        from a CSV file (or .zip, .gz), for a new, empty world (the one used last)
  --pair BTC/USDT       the pair of that file, if its name and columns name none
  --binance-http URL    another address of Binance's public prices, and --binance-ws,
                        --kraken-http, --kraken-ws likewise
  --speed N             runs the clock of the world N times as fast (1)
  --strict              the specified API only, without extensions
  --allow-origin URL    pages of this origin may call the service (repeatable)
  --connect-to ORIGIN   the dashboard may call this service as well (repeatable; 3Commas is
                        always allowed)
  --notify-to ORIGIN    alerts may call webhooks of this https origin (repeatable)
  --rate-limit N|off    requests per minute and key (${DEFAULT_RATE})
  --upstream ORIGIN     relays the API of another service, in place of the paper service, for
                        services that allow no page (port ${RELAY_PORT}; only with --port, --log)
  --log lines|json      how sentences and failures are written to stderr (lines)
  --version             prints the version
  --help, -h            shows this text

Each flag can be given as an environment variable too: QUARTERDECK_PORT is --port,
QUARTERDECK_ALLOW_ORIGIN is --allow-origin, with commas between several. A flag goes first.

Commands: ${commandLine('COMMAND')}
  pair                          prints a fresh link to open the dashboard
  keys add|list|revoke|token …  manages the keys of the service
  backup FILE                   copies all data into one file, also while it runs
  restore FILE                  restores a backup; the replaced data is kept
  check                         verifies all stored data
`

/** Services with one address for everybody: adding a key of theirs needs no restart. */
const FIXED_ORIGINS = Object.values(DIALECT_PROFILES).flatMap(({ baseUrl }) =>
  baseUrl === undefined ? [] : [new URL(baseUrl).origin],
)

/** Settings of one market's world. */
type WorldFlags = Pick<PaperProcessSettings, 'data' | 'live' | 'seed' | 'world' | 'speed'> & {
  market: MarketWish
}

export type ServeFlags = PaperProcessSettings &
  WorldFlags & {
    /** Market of the world that opens first. */
    choice: MarketChoice
    worldOf: (choice: MarketChoice) => WorldFlags
    port: number
    connectTo: string[]
    reach: Reach
    log: LogFormat
    /** Makes a market the one of a start without `--market`. */
    remember: (choice: MarketChoice) => void
  }

export function readServeFlags(
  args: string[],
  root: string,
  environment: Environment = {},
): ServeFlags {
  const own = withoutLinks(environment)
  checkVariables(own)
  return withEnvironment(args, SERVE_OPTIONS, own, (words) => serveFlagsOf(words, root))
}

const SERVE_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-origin': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'trust-proxy': { type: 'string', multiple: true },
  data: { type: 'string' },
  seed: { type: 'string' },
  world: { type: 'string' },
  market: { type: 'string' },
  pair: { type: 'string' },
  'binance-http': { type: 'string' },
  'binance-ws': { type: 'string' },
  'kraken-http': { type: 'string' },
  'kraken-ws': { type: 'string' },
  speed: { type: 'string' },
  strict: { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true },
  'connect-to': { type: 'string', multiple: true },
  'notify-to': { type: 'string', multiple: true },
  'rate-limit': { type: 'string' },
  log: { type: 'string' },
} as const

/** Quarterdeck's variables that are not flags: of builds, tests, and the command in hints. */
const OTHER_VARIABLES = ['COMMAND', 'CONNECT', 'GALLERY', 'PROVE', 'UNIT_WORKERS', 'UPSTREAM']

/** Set by Kubernetes in every container beside a service whose name begins with `quarterdeck`. */
const LINK = /^\w+_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_(TCP|UDP|SCTP)\w*)=|^\w+=(tcp|udp|sctp):/

const withoutLinks = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => !LINK.test(`${name}=${value}`)),
  )

/** Throws for a mistyped variable, which would otherwise be ignored. */
function checkVariables(environment: Environment): void {
  const flags = Object.keys(SERVE_OPTIONS).map(variableOf)
  const known = new Set([...flags, ...OTHER_VARIABLES.map(variableOf)])
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith(variableOf('')) && !known.has(name),
  )
  if (unknown === undefined) return
  throw new UsageProblem(
    `There is no variable ${unknown}; ${commandLine('--help')} lists the flags.`,
  )
}

function serveFlagsOf(args: string[], root: string): ServeFlags {
  const { values, positionals } = readArguments(args, SERVE_OPTIONS)
  if (positionals[0] !== undefined) {
    throw new UsageProblem(
      `There is no command ${positionals[0]}; ${commandLine('--help')} lists what there is.`,
    )
  }
  const origins = (flag: 'allow-origin' | 'connect-to'): string[] =>
    (values[flag] ?? []).map((text) => readOrigin(`--${flag}`, text))
  const isReplay = values.market?.startsWith(REPLAY) ?? false
  if (values.pair !== undefined && !isReplay) {
    throw new UsageProblem('--pair goes with --market replay:FILE.')
  }
  const all = dataDirectoryOf(values.data, root)
  const choice = marketChoice(values.market, all)
  const market = isReplay ? readMarket(values.market ?? '', values.pair) : undefined
  const addresses = {
    binance: readAddresses(values, 'binance'),
    kraken: readAddresses(values, 'kraken'),
  }
  const own = {
    seed: values.seed === undefined ? undefined : readCount('--seed', values.seed, 0, 2 ** 32 - 1),
    world: readWorld(values.world, market),
    market,
    speed: values.speed === undefined ? 1 : readCount('--speed', values.speed, 1, FASTEST),
  }
  if (choice !== 'demo') refuseWithLive(choice, values)
  // In a live world neither time nor prices are a matter of choice.
  const worldOf = (wished: MarketChoice): WorldFlags => ({
    data: directoryOf(all, wished),
    ...(wished === 'demo'
      ? { ...own, live: undefined }
      : {
          live: { exchange: wished, addresses: addresses[wished] },
          seed: undefined,
          world: undefined,
          market: undefined,
          speed: 1,
        }),
  })
  return {
    choice,
    worldOf,
    ...worldOf(choice),
    port: values.port === undefined ? DEFAULT_PORT : readCount('--port', values.port, 0, 65_535),
    reach: readReach(values),
    remember: (wished) => rememberMarket(all, wished),
    strict: values.strict ?? false,
    allowedOrigins: new Set(origins('allow-origin')),
    connectTo: [...FIXED_ORIGINS, ...origins('connect-to')],
    notifyTo: (values['notify-to'] ?? []).map((text) => readSecureOrigin('--notify-to', text)),
    rateLimit: readRate(values['rate-limit']),
    log: readLog(values.log),
  }
}

function refuseWithLive(exchange: LiveExchange, values: Readonly<Record<string, unknown>>): void {
  const wrong = ['speed', 'seed', 'world'].find((flag) => values[flag] !== undefined)
  if (wrong === undefined) return
  throw new UsageProblem(
    `--${wrong} does not go with the live prices of ${LIVE_EXCHANGES[exchange].name}; add --market demo for the demo.`,
  )
}

/** Requires encryption: orders, keys or tokens go there. `isLocal`: on this machine. */
function readSecureOrigin(
  flag: string,
  text: string,
  isLocal?: (origin: string) => boolean,
): string {
  const origin = readOrigin(flag, text)
  if (origin.startsWith('https:') || isLocal?.(origin)) return origin
  const local = isLocal ? ' or http://localhost:PORT' : ''
  throw new UsageProblem(`${flag} takes an https origin${local}, not ${quoted(text)}.`)
}

export function dataDirectoryOf(flag: string | undefined, root: string): string {
  if (flag === '') throw new UsageProblem('--data takes the name of a directory.')
  return flag ?? (process.env['QUARTERDECK_DATA'] || join(root, DATA_FOLDER))
}

/** Flags of every command that names a data directory. */
export const DATA_FLAGS = { data: { type: 'string' }, market: { type: 'string' } } as const

/** The directory of one market: that of `--market`, or the one used last. */
export function marketDirectoryOf(
  { data, market }: { data?: string | undefined; market?: string | undefined },
  root: string,
): string {
  const all = dataDirectoryOf(data, root)
  return directoryOf(all, marketChoice(market, all))
}

function readWorld(text: string | undefined, market: MarketWish): WorldKind | undefined {
  const world = text === undefined ? undefined : readChoice('--world', text, WORLD_KINDS)
  if (!market) return world
  if (world === undefined || world === 'empty') return 'empty'
  throw new UsageProblem(
    `The ${world} world has prices of its own; --market goes with --world empty.`,
  )
}

const readLog = (text: string | undefined): LogFormat =>
  text === undefined ? 'lines' : readChoice('--log', text, LOG_FORMATS)

function readRate(text: string | undefined): RateLimit {
  if (text === undefined) return DEFAULT_RATE
  return text === 'off' ? 'off' : readCount('--rate-limit', text, 1, MAX_RATE)
}

export type RelayFlags = { port: number; upstream: string; log: LogFormat }

const RELAY_OPTIONS = {
  upstream: { type: 'string' },
  port: { type: 'string' },
  log: { type: 'string' },
} as const

/** Flags of a relay; `undefined` without `--upstream`: the paper service starts. */
export function readRelayFlags(
  args: string[],
  environment: Environment = {},
): RelayFlags | undefined {
  const isWished =
    args.some((word) => /^--upstream(=|$)/.test(word)) ||
    (environment['QUARTERDECK_UPSTREAM'] ?? '') !== ''
  return isWished
    ? withEnvironment(args, RELAY_OPTIONS, withoutLinks(environment), relayFlagsOf)
    : undefined
}

function relayFlagsOf(args: string[]): RelayFlags {
  const { values, positionals } = readArguments(args, RELAY_OPTIONS)
  if (positionals[0] !== undefined) throw new UsageProblem(`--upstream takes one origin.`)
  const { upstream = '', port, log } = values
  return {
    upstream: readSecureOrigin('--upstream', upstream, (origin) =>
      LOOPBACK_NAMES.includes(new URL(origin).hostname),
    ),
    port: port === undefined ? RELAY_PORT : readCount('--port', port, 0, 65_535),
    log: readLog(log),
  }
}

type MarketWish = Extract<WorldOrigin['market'], { kind: 'replay' }> | undefined

const REPLAY = 'replay:'

/** The prices of `--market replay:FILE`. Throws `Problem` that names the wrong line. */
function readMarket(text: string, pair: string | undefined): MarketWish {
  const file = text.slice(REPLAY.length)
  if (file === '') throw new UsageProblem(`--market takes replay:FILE, not ${quoted(text)}.`)
  const read = readReplayFile(bytesOf(file, '--market takes replay:FILE'), file, pair)
  if ('rows' in read) return { kind: 'replay', rows: read.rows }
  throw new UsageProblem(`${file} cannot be played. ${read.fault}`)
}

type ReachFlags = {
  host?: string | undefined
  'public-origin'?: string | undefined
  'tls-cert'?: string | undefined
  'tls-key'?: string | undefined
  'trust-proxy'?: string[] | undefined
}

/** Requires https and a name for other machines. Throws `Problem` otherwise. */
function readReach(values: ReachFlags): Reach {
  const { host = LOOPBACK_ONLY.host } = values
  if (isIP(host) === 0) {
    throw new UsageProblem(`--host takes an IP address such as 0.0.0.0, not ${quoted(host)}.`)
  }
  const asked = values['public-origin']
  const publicOrigin =
    asked === undefined ? undefined : readSecureOrigin('--public-origin', asked, isLocalOrigin)
  const tls = readTls(values['tls-cert'], values['tls-key'])
  const proxies = new Set(values['trust-proxy'])
  for (const proxy of proxies) {
    if (isIP(proxy) === 0) {
      throw new UsageProblem(`--trust-proxy takes the IP address of a proxy, not ${quoted(proxy)}.`)
    }
  }
  const isEncrypted = tls !== undefined || proxies.size > 0
  const isSafe = publicOrigin !== undefined && (isEncrypted || isLocalOrigin(publicOrigin))
  if (!isLoopback(host) && !isSafe) {
    throw new UsageProblem(
      `Beyond this machine the dashboard is served by https alone: --host ${host} needs --public-origin https://NAME, and --tls-cert FILE with --tls-key FILE or --trust-proxy ADDRESS.`,
    )
  }
  return { host, publicOrigin, proxies, tls }
}

function readTls(cert: string | undefined, key: string | undefined): Reach['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new UsageProblem('--tls-cert and --tls-key go together: each names a PEM file.')
  }
  const pem = {
    cert: textOf(cert, '--tls-cert takes a PEM file'),
    key: textOf(key, '--tls-key takes a PEM file'),
  }
  try {
    createSecureContext(pem)
  } catch (error) {
    throw new UsageProblem(`${cert} and ${key} are no certificate with its key, as PEM.`, {
      cause: error,
    })
  }
  return { ...pem, files: { cert, key } }
}
