import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import * as z from 'zod/mini'

import type { Instant } from '#contract/primitives.ts'

import { type Answer, jsonAnswer } from './http/answer.ts'
import { isLocal, type Reach } from './http/reach.ts'
import { splitTarget } from './http/raw-request.ts'
import type { ClockJump } from './world-clock.ts'

/** How one world is. It is named by its user's number: no name and no data of a user. */
export type WorldHealth = {
  user: number
  /** The moment it has come to; `null` for one that cannot be opened. */
  time: Instant | null
  /** Why nothing is traded in it. */
  trouble: string | null
  /** The work before it can be used as usual (making, catching up), and its progress. */
  progress: string | null
}

type Circumstances = {
  now: Instant
  worlds: readonly WorldHealth[]
  /** Why nothing can be stored for now. */
  diskTrouble: string | undefined
  lastBackup: Instant | undefined
  /** The last time that the machine's clock jumped since the start. */
  lastJump: ClockJump | undefined
}

type HealthDetails = {
  worlds: {
    user: number
    time: string | null
    behind_s: number
    trouble: string | null
    progress: string | null
  }[]
  disk: string
  last_backup: string | null
  clock_jump: { at: string | null; said: string } | null
}

export type Health = {
  /** What serves the page's API here: the paper service itself, or a relay to another one. */
  service: 'paper' | 'relay'
  status: 'ok' | 'degraded'
  version: string
  uptime_s: number
  details?: HealthDetails
}

/** Worlds go on once a second; one that is further behind is catching up. */
const LATE = 60_000

export function healthOf({
  now,
  worlds,
  diskTrouble,
  lastBackup,
  lastJump,
}: Circumstances): Pick<Health, 'status' | 'details'> {
  const behind = ({ time }: WorldHealth): number => (time === null ? 0 : Math.max(0, now - time))
  const isWell = (world: WorldHealth): boolean => world.trouble === null && behind(world) < LATE
  return {
    status: worlds.every(isWell) && diskTrouble === undefined ? 'ok' : 'degraded',
    details: {
      worlds: worlds.map((world) => ({
        user: world.user,
        time: iso(world.time),
        behind_s: Math.floor(behind(world) / 1000),
        trouble: world.trouble,
        progress: world.progress,
      })),
      disk: diskTrouble ?? 'ok',
      last_backup: iso(lastBackup ?? null),
      clock_jump: lastJump ? { at: iso(lastJump.at), said: lastJump.sentence } : null,
    },
  }
}

const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

const manifest = z.object({ version: z.string() })

/** What the repository at `root` calls itself. */
export const versionOf = (root: string): string =>
  manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version

/** Outside the API and unsigned. */
export const isHealthCheck = ({ url = '/', method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && splitTarget(url).path === '/health'

/** The status for every caller; its reasons only for a program on this machine. */
export function healthAnswer(incoming: IncomingMessage, reach: Reach, health: Health): Answer {
  const { details, ...short } = health
  const body = isLocal(incoming, reach) ? { ...short, ...details } : short
  return jsonAnswer(200, JSON.stringify(body))
}
