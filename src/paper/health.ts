import type { Instant } from '#contract/primitives.ts'
import type { MarketState } from '#contract/system.ts'

import type { ClockJump } from './world-clock.ts'

/** State of one world, named by its user's number only: no name and no data of a user. */
export type WorldHealth = {
  user: number
  /** The moment the world has reached; `null` if it cannot be opened. */
  time: Instant | null
  /** Reason that trading has stopped. */
  trouble: string | null
  /** Progress of making or catching up. */
  progress: string | null
}

type Circumstances = {
  now: Instant
  worlds: readonly WorldHealth[]
  /** Reason that nothing can be stored for now. */
  diskTrouble: string | undefined
  /** A sentence for each damage found since the start. */
  damage: readonly string[]
  /** 0 before the first. */
  lastBackup: Instant
  /** The last jump of the machine's clock since the start. */
  lastJump: ClockJump | undefined
  /** State of the prices of a real market. */
  market?: (MarketState & { trouble: string | null }) | undefined
}

export type Health = {
  /** `relay` passes the API of another service through. */
  service: 'paper' | 'relay'
  status: 'ok' | 'degraded'
  version: string
  /** Tells two builds of one version apart. */
  build: string
  /** Prints a pairing link, for the first page of a browser. */
  pair: string
  uptime_s: number
  details?: ReturnType<typeof healthOf>['details']
}

/** In milliseconds. Worlds advance once per second; one further behind is catching up. */
const CATCHING_UP_MS = 60_000

export function healthOf({
  now,
  worlds,
  diskTrouble,
  damage,
  lastBackup,
  lastJump,
  market,
}: Circumstances) {
  const behind = ({ time }: WorldHealth): number => (time === null ? 0 : Math.max(0, now - time))
  const isWell = (world: WorldHealth): boolean =>
    world.trouble === null && behind(world) < CATCHING_UP_MS
  const isAllWell = worlds.every(isWell) && diskTrouble === undefined && damage.length === 0
  return {
    status: isAllWell ? ('ok' as const) : ('degraded' as const),
    details: {
      worlds: worlds.map((world) => ({
        user: world.user,
        time: iso(world.time),
        behind_s: Math.floor(behind(world) / 1000),
        trouble: world.trouble,
        progress: world.progress,
      })),
      disk: diskTrouble ?? 'ok',
      damage,
      last_backup: iso(lastBackup === 0 ? null : lastBackup),
      ...(market && { market }),
      clock_jump: lastJump ? { at: iso(lastJump.at), said: lastJump.sentence } : null,
    },
  }
}

const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())
