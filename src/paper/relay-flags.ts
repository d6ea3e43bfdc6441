import { quoted, readArguments, readCount, readOrigin } from './flags.ts'
import { Problem } from './problem.ts'

export type RelayFlags = { port: number; upstream: string }

/** Not the paper service's: what a browser keeps for that one is not offered to another. */
export const RELAY_PORT = 4781

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What `--upstream` starts; `undefined` without it, and then the paper service is meant. */
export function readRelayFlags(args: string[]): RelayFlags | undefined {
  if (!args.some((word) => /^--upstream(=|$)/.test(word))) return undefined
  const { values, positionals } = readArguments(args, {
    upstream: { type: 'string' },
    port: { type: 'string' },
  })
  if (positionals[0] !== undefined) throw new Problem(`--upstream stands for one origin alone.`)
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
