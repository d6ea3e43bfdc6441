import { type AlertDraft, type AlertEntity, alertFaults, MOST_ALERTS } from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import {
  type AlertReading,
  alertSubject,
  alertWords,
  drawdownReading,
  fires,
  latestFrom,
  mayFire,
  PEAK_OF,
  newAlert,
  priceReading,
  rangeReading,
  stopReading,
  withLatest,
} from '#trading/alerts.ts'
import { balanceColumns } from '#trading/balance-flow.ts'
import { groupOf } from '#trading/smart-trade-group.ts'

import type { Engine } from '../engine/engine.ts'
import type { LivingWorlds } from '../living-worlds.ts'
import { Refusal } from '../refusal.ts'
import type { StoredAlerts } from '../store/store.ts'
import { firedAsBefore, isAlike, type Kept, keptIn, textOf } from './kept-alert.ts'
import {
  type Delivery,
  type Message,
  requestFor,
  shownOf,
  type Webhook,
  type WebhookRequest,
  webhookOf,
} from './webhook.ts'
import type { Sealing } from './webhook-key.ts'

/** What of alerts is of the machine that the service runs on. */
export type Webhooks = Sealing & {
  /** The origins that may be called, as the service was started. */
  origins: readonly string[]
  send: (request: WebhookRequest) => Promise<Delivery>
  /** Calls back after so many milliseconds; the function that it gives takes that back. */
  later: (milliseconds: number, run: () => void) => () => void
}

type Parts = {
  stored: StoredAlerts
  webhooks: Webhooks
  worlds: Pick<LivingWorlds, 'read'>
  /** By the clock of the machine, which the hour between two messages is measured by. */
  now: () => Instant
  /** How many times as fast as the machine's clock that of the worlds runs. */
  speed: number
  failed: (error: unknown) => void
}

type Mode = Kept['mode']

/** In milliseconds: how long a message that was not taken waits before each further try. */
const WAITS = [5_000, 30_000]
/** In milliseconds: between two tests of one webhook. */
const BETWEEN_TESTS = 10_000
/** In milliseconds of the machine: what is longer was no tick but an absence, of which nothing is told. */
const LONGEST_TICK = 60_000
/** In milliseconds: a drawdown is read from a month of points, and changes with them. */
const DRAWDOWN_EVERY = 60_000

export type Alerts = Awaited<ReturnType<typeof keepAlerts>>

/**
 * The alerts of every user, judged each time that the worlds have gone on. What happened while a world
 * was catching up is the baseline of what is judged next, and fires nothing.
 */
export async function keepAlerts({ stored, webhooks, worlds, now, speed, failed }: Parts) {
  const all = new Map<string, Kept>()
  /** What each alert was last judged by. */
  const baselines = new Map<string, { at: Instant; reading: AlertReading | undefined }>()
  const drawdowns = new Map<string, { at: Instant; reading: AlertReading | undefined }>()
  const tests = new Map<string, Instant>()
  const takeBack = new Set<() => void>()

  const nameOf = (userId: number, id: string): string => `${userId} ${id}`
  for (const { userId, id, json } of await stored.all()) {
    const one = keptIn(json)
    if (one) all.set(nameOf(userId, id), { userId, ...one })
  }

  const ofUser = (userId: number): Kept[] =>
    Array.from(all.values()).filter((one) => one.userId === userId)

  let writes: Promise<unknown> = Promise.resolve()
  /** One write after another, so that none of them undoes what another has changed. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = writes.then(work)
    writes = done.catch(() => undefined)
    return done
  }

  async function store(one: Kept): Promise<void> {
    await stored.save(one.userId, one.entity.id, textOf(one))
  }

  /** Changes an alert as it is by then; nothing where it is gone, or has changed so that nothing is to be done. */
  const update = (
    { userId, entity: { id } }: Kept,
    change: (latest: Kept) => Kept | undefined,
  ): Promise<Kept | undefined> =>
    inTurn(async () => {
      const name = nameOf(userId, id)
      const latest = all.get(name)
      const next = latest && change(latest)
      if (!next) return undefined
      await store(next)
      // One that was removed meanwhile stays removed.
      if (!all.has(name)) return undefined
      all.set(name, next)
      return next
    })

  /** What an alert watches as the world is now; `undefined` where it cannot be told. */
  async function readingOf(
    { entity, mode }: Kept,
    engine: Engine,
  ): Promise<AlertReading | undefined> {
    const { kind, pair, exchange, trade_id: tradeId, bot_id: botId } = entity
    if (kind === 'price') return priceReading(engine.lastPrice(pair ?? '', exchange))
    if (engine.mode !== mode) return undefined
    try {
      if (kind === 'stop_distance') {
        return stopReading(await engine.smartTrade(Number(tradeId)))
      }
      if (kind === 'out_of_range') return rangeReading(engine.gridBot(Number(botId)))
      const { now: to } = engine
      const [month, latest] = await Promise.all([
        engine.balanceHistory('summary', to - PEAK_OF, to),
        engine.balanceHistory('summary', latestFrom(to), to),
      ])
      return drawdownReading(
        withLatest(balanceColumns(month), balanceColumns(latest)),
        'since_last',
      )
    } catch (error) {
      // What it is about is not there, or not in this mode.
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  async function readingSeldom(one: Kept, engine: Engine): Promise<AlertReading | undefined> {
    if (one.entity.kind !== 'drawdown') return readingOf(one, engine)
    const name = `${one.userId} ${one.mode}`
    const known = drawdowns.get(name)
    if (known && Math.abs(now() - known.at) < DRAWDOWN_EVERY) return known.reading
    const reading = await readingOf(one, engine)
    drawdowns.set(name, { at: now(), reading })
    return reading
  }

  /** Which alerts of a user fire now, and when in the world; moves their baselines on. */
  async function judge(userId: number, engine: Engine): Promise<void> {
    const at = engine.now
    for (const one of ofUser(userId)) {
      const { entity } = one
      const name = nameOf(userId, entity.id)
      const known = baselines.get(name)
      baselines.delete(name)
      if (!entity.is_on || engine.shareCaughtUp !== undefined) continue
      const wasAway = known === undefined || at - known.at > LONGEST_TICK * speed
      const before = wasAway ? undefined : known
      const reading = await readingSeldom(one, engine)
      const crossedAt = before && crossingOf(one, engine, before, reading, at)
      if (crossedAt !== undefined) await fire(one, crossedAt)
      baselines.set(name, { at, reading })
      if (entity.kind === 'stop_distance' && reading === undefined) await endWithTrade(one, engine)
    }
  }

  function crossingOf(
    { entity }: Kept,
    engine: Engine,
    before: { at: Instant; reading: AlertReading | undefined },
    reading: AlertReading | undefined,
    at: Instant,
  ): Instant | undefined {
    const { kind, pair, exchange, level } = entity
    if (kind === 'price' && pair !== null && level !== null) {
      return engine.firstCrossing(pair, exchange, entity.direction ?? 'above', level, before.at)
    }
    const unlimited = { ...entity, every_time: true }
    return fires(unlimited, before.reading, reading, at) ? at : undefined
  }

  /** An alert of a trade that is over waits for nothing. */
  async function endWithTrade(one: Kept, engine: Engine): Promise<void> {
    if (engine.mode !== one.mode) return
    try {
      const { status } = await engine.smartTrade(Number(one.entity.trade_id))
      if (groupOf(status) === 'active') return
    } catch (error) {
      if (error instanceof Refusal) return
      throw error
    }
    await update(one, (latest) =>
      isAlike(latest, one) ? { ...latest, entity: { ...latest.entity, is_on: false } } : undefined,
    )
  }

  async function fire(one: Kept, crossedAt: Instant): Promise<void> {
    const machineNow = now()
    const alike = ofUser(one.userId).filter((other) => isAlike(other, one))
    const latest = alike.reduce(
      (most, { firedAt }) => Math.max(most, firedAt ?? -Infinity),
      -Infinity,
    )
    const last_fired_at = Number.isFinite(latest) ? latest : null
    if (!mayFire({ ...one.entity, last_fired_at }, machineNow)) return
    // Kept before it is sent: after a crash it may be missing, and is never sent twice.
    const fired = await update(one, (latest) =>
      latest.entity.is_on && isAlike(latest, one)
        ? {
            ...latest,
            firedAt: machineNow,
            entity: { ...latest.entity, last_fired_at: crossedAt },
          }
        : undefined,
    )
    if (!fired) return
    const words = `${alertSubject(fired.entity)} ${alertWords(fired.entity)}`
    deliver(fired, { ...messageOf(fired, crossedAt), text: words })
  }

  const messageOf = ({ entity }: Kept, at: Instant): Omit<Message, 'text'> => ({
    id: crypto.randomUUID(),
    alertId: entity.id,
    time: new Date(at).toISOString(),
  })

  const secretOf = ({ userId, entity, sealed }: Kept): Webhook | undefined => {
    if (sealed === null) return undefined
    const text = webhooks.open(sealed, nameOf(userId, entity.id))
    return text === undefined ? undefined : (JSON.parse(text) as Webhook)
  }

  const latestOf = ({ userId, entity }: Kept) => all.get(nameOf(userId, entity.id))

  function deliver(one: Kept, message: Message, tries = 0): void {
    // It may be removed, or have another webhook by now: what was taken away is not called again.
    if (one.sealed === null || latestOf(one)?.sealed !== one.sealed) return
    void attempt(one, message)
      .then(async ({ problem, isFinal }) => {
        const wait = isFinal ? undefined : WAITS[tries]
        await noteTry(one, problem)
        if (wait === undefined) return
        const stop = webhooks.later(wait, () => {
          takeBack.delete(stop)
          deliver(one, message, tries + 1)
        })
        takeBack.add(stop)
      })
      .catch(failed)
  }

  async function attempt(one: Kept, message: Message): Promise<Delivery> {
    const webhook = secretOf(one)
    if (!webhook) {
      return { problem: 'Its webhook cannot be read any more. Enter it again.', isFinal: true }
    }
    if (!webhooks.origins.includes(shownOf(webhook).origin)) {
      return {
        problem: 'The service was started without --notify-to for its origin.',
        isFinal: true,
      }
    }
    return webhooks.send(requestFor(webhook, message))
  }

  const noteTry = (one: Kept, problem: string | null): Promise<Kept | undefined> =>
    update(one, (latest) => {
      const { entity, sealed } = latest
      if (!entity.webhook || sealed !== one.sealed) return undefined
      const webhook = { ...entity.webhook, last_try: { at: now(), problem } }
      return { ...latest, entity: { ...entity, webhook } }
    })

  const ownOf = (userId: number, id: string): Kept => {
    const one = all.get(nameOf(userId, id))
    if (!one) throw new Refusal('not_found', 'There is no such alert.')
    return one
  }

  return {
    origins: webhooks.origins,
    list: (userId: number, mode: Mode): AlertEntity[] =>
      ofUser(userId)
        .filter((one) => one.mode === mode)
        .map(({ entity }) => entity),

    /** Makes an alert, or changes the one of this id; one that is saved without a webhook keeps its own. */
    save: (userId: number, draft: AlertDraft, engine: Engine): Promise<AlertEntity> =>
      inTurn(async () => {
        const { webhook: wished, ...rest } = draft
        const before = all.get(nameOf(userId, draft.id))
        const faults = alertFaults(draft)
        const { kind, pair, exchange = null } = draft
        if (kind === 'price' && pair !== undefined && !engine.lastPrice(pair, exchange)) {
          faults['pair'] = ['This pair is not traded here.']
        }
        if (!before && ofUser(userId).length >= MOST_ALERTS) {
          faults['id'] = [`There are ${MOST_ALERTS} alerts already; remove one first.`]
        }
        const made =
          wished && wished.kind !== 'none' ? webhookOf(wished, webhooks.origins) : undefined
        if (made && 'faults' in made) Object.assign(faults, made.faults)
        if (Object.keys(faults).length > 0) {
          throw new Refusal('record_invalid', 'Some values cannot be accepted.', faults)
        }
        const secret = made && 'webhook' in made ? made.webhook : undefined
        const isKept = wished === undefined
        const asked: AlertEntity = {
          ...newAlert(rest, before?.entity.created_at ?? engine.now),
          webhook: secret
            ? { ...shownOf(secret), last_try: null }
            : isKept
              ? (before?.entity.webhook ?? null)
              : null,
        }
        const sealed = secret
          ? webhooks.seal(JSON.stringify(secret), nameOf(userId, rest.id))
          : isKept
            ? (before?.sealed ?? null)
            : null
        const one = firedAsBefore(
          { userId, mode: engine.mode, entity: asked, sealed, firedAt: null },
          before,
        )
        await store(one)
        all.set(nameOf(userId, rest.id), one)
        // Judged from now on, by what is so now.
        const reading = await readingOf(one, engine)
        baselines.set(nameOf(userId, rest.id), { at: engine.now, reading })
        return one.entity
      }),

    async remove(userId: number, id: string): Promise<boolean> {
      const name = nameOf(userId, id)
      baselines.delete(name)
      // At once, so that it fires no more; and stored after what is being written of it.
      const isThere = all.delete(name)
      await inTurn(() => stored.remove(userId, id))
      return isThere
    },

    /** Sends a message in the background; whether it was begun. */
    test(userId: number, id: string): boolean {
      const one = ownOf(userId, id)
      if (one.sealed === null) throw new Refusal('not_found', 'This alert has no webhook.')
      const last = tests.get(nameOf(userId, id))
      if (last !== undefined && Math.abs(now() - last) < BETWEEN_TESTS) return false
      tests.set(nameOf(userId, id), now())
      const text = `Test of the alert: ${alertSubject(one.entity)} ${alertWords(one.entity)}`
      deliver(one, { ...messageOf(one, now()), text })
      return true
    },

    /** Judges the alerts of every user by how far the worlds have come. */
    async watch(): Promise<void> {
      const users = new Set(Array.from(all.values(), ({ userId }) => userId))
      for (const userId of users) {
        try {
          await worlds.read(userId, (engine) => judge(userId, engine))
        } catch (error) {
          // A world that cannot be opened was reported already.
          if (!(error instanceof Refusal)) failed(error)
        }
      }
    },

    close(): void {
      for (const stop of takeBack) stop()
    },
  }
}
