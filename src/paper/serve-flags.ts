import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DIALECT_PROFILES } from '#dialects/dialects.ts'

import { readReplay } from './engine/market/replay-market.ts'
import type { WorldOrigin } from './engine/open-world.ts'
import { quoted, readArguments, readChoice, readCount, readOrigin } from './flags.ts'
import { DEFAULT_RATE, type RateLimit } from './http/rate-limits.ts'
import type { PaperProcessSettings } from './paper-process.ts'
import { Problem } from './problem.ts'
import type { WorldKind } from './store/store.ts'

const DEFAULT_PORT = 4780
const RELAY_PORT = 4781
/** An hour a second: what one tick can still work through. */
const FASTEST = 3_600
const DATA_FOLDER = '.quarterdeck'

export const HELP = `Quarterdeck: the dashboard and its paper service on one port of this machine.

npm start -- [flags]
  --port N              port (${DEFAULT_PORT})
  --data DIR            data directory (${DATA_FOLDER}/ in the repository)
  --seed N              seed of a new world
  --world demo|empty    how a new world starts (demo)
  --market replay:FILE  prices from a CSV file, for a new, empty world
  --speed N             runs the clock of the world N times as fast (1)
  --strict              the specified API only, without extensions
  --allow-origin URL    pages of this origin may call the service (repeatable)
  --connect-to ORIGIN   the dashboard may call this service as well (repeatable; 3Commas is
                        always allowed)
  --rate-limit N|off    requests per minute and key (${DEFAULT_RATE})
  --upstream ORIGIN     relays the API of another service, in place of the paper service, for
                        services that allow no page (port ${RELAY_PORT}; only with --port)
  --help                shows this text

npm run -s paper -- pair                           prints a fresh link to open the dashboard
npm run -s paper -- keys add|list|revoke|token …   manages the keys of the service
npm run -s paper -- backup FILE                    copies all data into one file, also while it runs
npm run -s paper -- restore FILE                   restores a backup; the replaced data is kept
npm run -s paper -- check                          verifies all stored data
`

/** Services whose address is the same for everybody: a key of theirs works without another start. */
const FIXED_ORIGINS = Object.values(DIALECT_PROFILES).flatMap(({ baseUrl }) =>
  baseUrl === undefined ? [] : [new URL(baseUrl).origin],
)

export type ServeFlags = PaperProcessSettings & { port: number; connectTo: string[] }

/** What the service is started with; `undefined` when only the help was asked for. */
export function readServeFlags(args: string[], root: string): ServeFlags | undefined {
  const { values, positionals } = readArguments(args, {
    port: { type: 'string' },
    data: { type: 'string' },
    seed: { type: 'string' },
    world: { type: 'string' },
    market: { type: 'string' },
    speed: { type: 'string' },
    strict: { type: 'boolean' },
    'allow-origin': { type: 'string', multiple: true },
    'connect-to': { type: 'string', multiple: true },
    'rate-limit': { type: 'string' },
    help: { type: 'boolean' },
  })
  if (values.help) return undefined
  if (positionals[0] !== undefined) {
    throw new Problem(
      `There is no command ${positionals[0]}; npm start -- --help lists what there is.`,
    )
  }
  const origins = (flag: 'allow-origin' | 'connect-to'): string[] =>
    (values[flag] ?? []).map((text) => readOrigin(`--${flag}`, text))
  const market = values.market === undefined ? undefined : readMarket(values.market)
  return {
    port: values.port === undefined ? DEFAULT_PORT : readCount('--port', values.port, 0, 65_535),
    data: dataDirectoryOf(values.data, root),
    seed: values.seed === undefined ? undefined : readCount('--seed', values.seed, 0, 2 ** 32 - 1),
    world: readWorld(values.world, market),
    market,
    speed: values.speed === undefined ? 1 : readCount('--speed', values.speed, 1, FASTEST),
    strict: values.strict ?? false,
    allowedOrigins: new Set(origins('allow-origin')),
    connectTo: [...FIXED_ORIGINS, ...origins('connect-to')],
    rateLimit: readRate(values['rate-limit']),
  }
}

export function dataDirectoryOf(flag: string | undefined, root: string): string {
  if (flag === '') throw new Problem('--data takes the name of a directory.')
  return flag ?? join(root, DATA_FOLDER)
}

function readWorld(text: string | undefined, market: MarketWish): WorldKind | undefined {
  const world = text === undefined ? undefined : readChoice('--world', text, ['demo', 'empty'])
  if (!market) return world
  if (world !== 'demo') return 'empty'
  throw new Problem('The demo world has prices of its own; --market goes with --world empty.')
}

function readRate(text: string | undefined): RateLimit {
  if (text === undefined) return DEFAULT_RATE
  return text === 'off' ? 'off' : readCount('--rate-limit', text, 1, 1_000_000)
}

export type RelayFlags = { port: number; upstream: string }

/** Not the paper service's: what a browser keeps for that one is not offered to another. */

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What `--upstream` starts; `undefined` without it, and then the paper service is meant. */
export function readRelayFlags(args: string[]): RelayFlags | undefined {
  if (!args.some((word) => /^--upstream(=|$)/.test(word))) return undefined
  const { values, positionals } = readArguments(args, {
    upstream: { type: 'string' },
    port: { type: 'string' },
  })
  if (positionals[0] !== undefined) throw new Problem(`--upstream takes one origin.`)
  const { upstream = '', port } = values
  return {
    upstream: readUpstream(upstream),
    port: port === undefined ? RELAY_PORT : readCount('--port', port, 0, 65_535),
  }
}

/** Encrypted, unless it never leaves this machine: signed orders go there. */
function readUpstream(text: string): string {
  const origin = readOrigin('--upstream', text)
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || LOOPBACK.has(hostname)) return origin
  throw new Problem(`--upstream takes an https origin, not ${quoted(text)}.`)
}

type MarketWish = WorldOrigin['market']

const REPLAY = 'replay:'

/** The prices of `--market replay:FILE.csv`. Throws `Problem` that names the line that is wrong. */
function readMarket(text: string): MarketWish {
  const file = text.startsWith(REPLAY) ? text.slice(REPLAY.length) : ''
  if (file === '') throw new Problem(`--market takes replay:FILE.csv, not ${quoted(text)}.`)
  const read = readReplay(textOf(file))
  if ('rows' in read) return { kind: 'replay', rows: read.rows }
  throw new Problem(`${file} cannot be played. ${read.fault}`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`The file ${file} cannot be read; --market takes replay:FILE.csv.`)
  }
}
