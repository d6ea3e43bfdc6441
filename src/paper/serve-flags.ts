import { join } from 'node:path'

import { readArguments, readChoice, readCount, readOrigin } from './flags.ts'
import { DEFAULT_RATE, type RateLimit } from './http/rate-limits.ts'
import type { HouseSettings } from './open-house.ts'
import { Problem } from './problem.ts'

export const DEFAULT_PORT = 4780
export const DATA_FOLDER = '.quarterdeck'

export const HELP = `Quarterdeck: the dashboard and its paper service on one port of this machine.

npm start -- [flags]
  --port N              the port (${DEFAULT_PORT})
  --data DIR            where everything is kept (${DATA_FOLDER}/ in the repository)
  --seed N              the world's seed, when it is made
  --world demo|empty    the world's beginning, when it is made (demo)
  --strict              the spec alone: no extension
  --allow-origin URL    pages of that origin may call the service (repeatable)
  --connect-to ORIGIN   the dashboard may call that service as well (repeatable)
  --rate-limit N|off    requests a minute and key (${DEFAULT_RATE})
  --help                this text

npm run -s paper -- keys add|list|revoke|token …   keys of the service
npm run -s paper -- pair                           a new link into the running dashboard
`

export type ServeFlags = HouseSettings & { port: number; connectTo: string[] }

/** What the service is started with; `undefined` when only the help was asked for. */
export function readServeFlags(args: string[], root: string): ServeFlags | undefined {
  const { values, positionals } = readArguments(args, {
    port: { type: 'string' },
    data: { type: 'string' },
    seed: { type: 'string' },
    world: { type: 'string' },
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
  return {
    port: values.port === undefined ? DEFAULT_PORT : readCount('--port', values.port, 0, 65_535),
    data: dataDirectoryOf(values.data, root),
    seed: values.seed === undefined ? undefined : readCount('--seed', values.seed, 0, 2 ** 32 - 1),
    world:
      values.world === undefined
        ? undefined
        : readChoice('--world', values.world, ['demo', 'empty']),
    strict: values.strict ?? false,
    allowedOrigins: new Set(origins('allow-origin')),
    connectTo: origins('connect-to'),
    rateLimit: readRate(values['rate-limit']),
  }
}

export function dataDirectoryOf(flag: string | undefined, root: string): string {
  if (flag === '') throw new Problem('--data takes the name of a directory.')
  return flag ?? join(root, DATA_FOLDER)
}

function readRate(text: string | undefined): RateLimit {
  if (text === undefined) return DEFAULT_RATE
  return text === 'off' ? 'off' : readCount('--rate-limit', text, 1, 1_000_000)
}
