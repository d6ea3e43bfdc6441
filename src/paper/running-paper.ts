import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import { keepAlerts } from './alerts/alerts.ts'
import type { Webhooks } from './alerts/deliveries.ts'
import { cachedAnswers } from './cached-answers.ts'
import type { OpenWorld, WorldOrigin } from './engine/open-world.ts'
import { healthOf } from './health.ts'
import type { SteadyClock } from './http/rate-limits.ts'
import type { Report } from './http/refusal.ts'
import { createStreams } from './http/streams.ts'
import type { LivePrices } from './live/live-prices.ts'
import { livingWorlds } from './living-worlds.ts'
import type { Platform } from './platform.ts'
import { Refusal } from './refusal.ts'
import { noLongerThan } from './slices.ts'
import { createPaperService, type PaperService, type ServiceSettings } from './service.ts'
import { type Store, TRADER, type WorldKind } from './store/store.ts'
import type { Remedies } from './unusable-world.ts'
import { type ClockJump, worldClock } from './world-clock.ts'
import { worldTroubles } from './world-troubles.ts'

export type PaperSettings = ServiceSettings & {
  /** Defaults to the world's own seed, or the usual one for a new world. */
  seed: number | undefined
  world: WorldKind | undefined
  /** Replayed or live prices for new worlds; seeded prices if omitted. */
  market?: WorldOrigin['market'] | undefined
  /** First deposit of the trader's world, if it is made at live prices. */
  balance?: Decimal | undefined
  /** Speed of the worlds' clock relative to the machine's; 1 if omitted. */
  speed?: number
}

/** The service's surroundings, in Node or in a page. */
export type Outside = {
  openWorld: OpenWorld
  now: () => Instant
  steady: SteadyClock
  report: Report
  say: (sentence: string) => void
  /** Prints a line that the next one replaces; `undefined` clears it. */
  show: (line: string | undefined) => void
}

type Parts = {
  store: Store
  platform: Platform
  settings: PaperSettings
  outside: Outside
  /** Upgrades stored worlds to this version, before any is opened. */
  upgrade: (now: Instant) => void
  /** Location of the store, for messages at the terminal. */
  place: string
  remedies: Remedies
  webhooks?: Webhooks
  live?: LivePrices | undefined
}

export type RunningPaper = Awaited<ReturnType<typeof runPaper>>

/** This seed's year has a crash and a recovery: most ladders end within their range. */
export const USUAL = { seed: 856, world: 'demo' } as const
const SECOND = 1_000
const HOUR = 3_600_000
/** A page that opens a live world should find its pairs, if the exchange answers. */
const LISTING_WAIT_MS = 3_000

export async function runPaper(parts: Parts) {
  const { store, platform, settings, outside, upgrade, place, remedies, webhooks, live } = parts
  const { now, steady, report, say, show } = outside
  const begunAt = steady()
  const trader = await store.users.ensure({ name: TRADER }, now())
  let lastJump: ClockJump | undefined
  const clock = worldClock({
    now,
    steady,
    speed: settings.speed ?? 1,
    jumped(jump) {
      lastJump = jump
      say(jump.sentence)
    },
  })
  clock.atLeast(await store.worldTime.read())
  upgrade(clock.now())
  const answers = cachedAnswers()
  const troubles = worldTroubles(say, remedies)
  const streams = createStreams({ keys: store.keys, now, steady })
  const worlds = livingWorlds({
    store,
    answers,
    openWorld: ({ user, ...origin }, ...stored) =>
      outside.openWorld(
        { ...origin, user, balance: user === TRADER ? settings.balance : undefined },
        ...stored,
      ),
    seed: settings.seed ?? USUAL.seed,
    world: live ? 'empty' : (settings.world ?? USUAL.world),
    market: settings.market,
    clock,
    live,
    say,
    troubles,
    steady,
    changed(userId, changes) {
      live?.acted()
      streams.changed(userId, changes)
    },
    failed: (error) => failed(error),
  })
  /** All worlds act on the same prices, so none may be opened after they moved on. */
  async function openAll(): Promise<void> {
    for (const { id } of await store.users.all()) {
      if (await store.worlds.originOf(id)) await troubleOf(id)
    }
    live?.begin(worlds)
  }
  const troubleOf = async (userId: number): Promise<string | undefined> => {
    try {
      return await worlds.read(userId, ({ trouble }) => trouble)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
  const alerts =
    store.alerts && webhooks
      ? await keepAlerts({
          stored: store.alerts,
          webhooks,
          worlds,
          now,
          speed: settings.speed ?? 1,
          failed: worlds.failed,
        })
      : undefined
  const service: PaperService = await createPaperService({
    store,
    platform,
    worlds,
    live,
    alerts,
    streams,
    answers,
    settings,
    now,
    steady,
    report,
  })
  let tidiedAt = now()
  const failed = (error: unknown): void => report({ reference: 'tick', line: 'tick', error })

  /** The tick under way; the next begins after it. */
  let ticking: Promise<void> | undefined
  async function tick(): Promise<void> {
    // Later than the first pages, which it would slow.
    if (steady() - begunAt >= 60 * SECOND) reading ??= findDamage().catch(failed)
    try {
      live?.show(streams.shown())
      void live?.tick().catch(worlds.failed)
      const isStored = await worlds.advance()
      await streams.tick(worlds, worlds.failed)
      if (!isStored) return
      await alerts?.watch()
      if (clock.now() > now()) await store.worldTime.save(clock.now())
      // Also tidies after the clock was set back.
      if (Math.abs(now() - tidiedAt) < HOUR) return
      tidiedAt = now()
      tidying ??= tidy()
        .catch(failed)
        .finally(() => (tidying = undefined))
      await service.forgetOld()
    } catch (error) {
      worlds.failed(error)
    }
  }

  let reading: Promise<void> | undefined
  async function findDamage(): Promise<void> {
    for await (const sentence of store.damage?.(closing.signal) ?? []) troubles.sayDamage(sentence)
  }

  /** Runs between ticks, one short step at a time. */
  let tidying: Promise<void> | undefined
  const closing = new AbortController()
  async function tidy(): Promise<void> {
    for (const { id } of await store.users.all()) {
      try {
        while (!closing.signal.aborted && (await store.worlds.tidy(id)));
      } catch (error) {
        // Damage is reported at the read; other users' worlds are still tidied.
        worlds.failed(error)
      }
    }
  }

  return {
    service,
    store,
    worlds,
    answers,
    health: async () =>
      healthOf({
        now: clock.now(),
        worlds: worlds.health(),
        diskTrouble: worlds.diskTrouble(),
        damage: troubles.damage(),
        lastJump,
        lastBackup: await store.lastBackup.read(),
        market: live && { ...live.state(), trouble: live.trouble() ?? null },
      }),
    /** True if the trader has a world. */
    isMade: async (): Promise<boolean> => Boolean(await store.worlds.originOf(trader.id)),
    pairingCode: (): Promise<string> => store.pairing.makeCode(trader.id, now()),
    /** Opens the trader's world, or makes it; says how far it is, and which flags had no effect. */
    async openWorlds(): Promise<void> {
      const origin = await store.worlds.originOf(trader.id)
      if (origin && differs(settings, origin)) {
        say(
          `The world of ${place} stays as it was made; --seed, --world and --market change nothing.`,
        )
      }
      const started = steady()
      const done = origin ? 'Caught up' : 'Made the world'
      const lines = setInterval(() => show(worlds.progressOf(trader.id)), SECOND)
      const end = (): void => {
        clearInterval(lines)
        show(undefined)
        const seconds = (steady() - started) / SECOND
        if (seconds > 1) say(`${done} in ${seconds.toFixed(1)} s.`)
      }
      const trouble = await troubleOf(trader.id).catch((error: unknown) => {
        clearInterval(lines)
        throw error
      })
      if (trouble !== undefined) say(trouble)
      if (live) await openAll()
      const ahead = clock.ahead()
      if (ahead !== undefined) say(ahead)
      // A stored world can be read meanwhile.
      void worlds.caughtUp(trader.id).then(end)
    },
    /** Waits a moment for live pairs. Rejects with the reason if the trader's world is unusable. */
    async usable(): Promise<void> {
      await worlds.read(trader.id, () => undefined)
      await noLongerThan(LISTING_WAIT_MS, live?.tick() ?? Promise.resolve())
    },
    /** Advances every world by a second; reports errors and retries with the next tick. */
    tick(): Promise<void> {
      ticking ??= tick().finally(() => (ticking = undefined))
      return ticking
    },
    endStreams: streams.endAll,
    async close(): Promise<void> {
      closing.abort()
      streams.endAll()
      alerts?.close()
      await live?.close()
      await worlds.close()
      await Promise.all([ticking, tidying, reading])
      await store.close()
    },
  }
}

const differs = (
  wished: Pick<PaperSettings, 'seed' | 'world' | 'market'>,
  made: { seed: number; kind: WorldKind },
): boolean =>
  (wished.seed !== undefined && wished.seed !== made.seed) ||
  (wished.world !== undefined && wished.world !== made.kind) ||
  wished.market?.kind === 'replay'
