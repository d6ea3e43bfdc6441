import {
  type AlertDraft,
  type AlertEntity,
  alertFaults,
  MAX_ALERTS,
  type UnreadableAlert,
} from '#contract/alerts.ts'
import type { Instant } from '#contract/primitives.ts'
import { isPositive } from '#money/decimal.ts'
import { alertSubject, alertWords, mayFire, newAlert } from '#trading/alerts.ts'

import type { Engine } from '../engine/engine.ts'
import { DamagedRecord } from '../engine/record-shapes.ts'
import type { LivingWorlds } from '../living-worlds.ts'
import { Refusal } from '../refusal.ts'
import type { NamedEffect, StoredAlerts } from '../store/store.ts'
import { deliveriesBy, sealName, type Webhooks } from './deliveries.ts'
import { firedAsBefore, isAlike, type Kept, keptIn, textOf } from './kept-alert.ts'
import { tradeEventAlerts, withWaiting } from './trade-event-alerts.ts'
import { type Baseline, crossingOf, draftFaults, isOver, readingOf } from './watched.ts'
import { type Delivery, type Message, shownOf, webhookOf } from './webhook.ts'

type Parts = {
  stored: StoredAlerts
  webhooks: Webhooks
  worlds: Pick<LivingWorlds, 'read' | 'now'>
  /** The machine's clock, which the hour between two messages is measured by. */
  now: () => Instant
  speed: number
  failed: (error: unknown) => void
}

type Mode = Kept['mode']

/** Names the answer to store with the effect, if the request has an Idempotency-Key. */
type EffectOf<T> = ((answer: T) => NamedEffect | undefined) | undefined

/** In milliseconds: between two tests of one webhook. */
const BETWEEN_TESTS = 10_000
/** In milliseconds of the machine: a longer gap is an absence, which fires no alerts. */
const LONGEST_TICK = 60_000
/** In milliseconds: a drawdown reads a month of points, so it is checked rarely. */
const DRAWDOWN_EVERY = 60_000

export type Alerts = Awaited<ReturnType<typeof keepAlerts>>

/**
 * The alerts of all users, judged after each tick. Events during catch-up set the baseline and fire
 * nothing. Each change is stored before it counts, so that a failed request changes nothing.
 */
export async function keepAlerts({ stored, webhooks, worlds, now, speed, failed }: Parts) {
  const all = new Map<string, Kept>()
  const unreadable = new Map<string, { userId: number; id: string }>()
  const baselines = new Map<string, Baseline>()
  const drawdowns = new Map<string, Baseline>()
  const tests = new Map<string, Instant>()
  const deliveries = deliveriesBy({
    webhooks,
    latestOf: ({ userId, entity }) => all.get(nameOf(userId, entity.id)),
    noteTry,
    now,
    failed,
  })

  const lateUntil = () => worlds.now() - LONGEST_TICK * speed
  const tradeEvents = tradeEventAlerts({
    stored,
    latestOf: ({ userId, entity }) => all.get(nameOf(userId, entity.id)),
    update: (one, change) => update(one, change),
    deliver: deliveries.deliver,
    now,
    lateUntil,
    failed,
  })

  const nameOf = (userId: number, id: string): string => `${userId} ${id}`
  for (const { userId, id, json } of await stored.all()) {
    try {
      all.set(nameOf(userId, id), keptIn(userId, id, json))
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error
      unreadable.set(nameOf(userId, id), { userId, id })
    }
  }

  const ofUser = <T extends { userId: number }>(userId: number, alerts: Map<string, T>): T[] =>
    Array.from(alerts.values()).filter((one) => one.userId === userId)

  let writes: Promise<unknown> = Promise.resolve()
  /** Runs writes in order, so that none overwrites another's change. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = writes.then(work)
    writes = done.catch(() => undefined)
    return done
  }

  async function store(one: Kept, effect?: NamedEffect): Promise<void> {
    const { userId, entity } = one
    await stored.save(userId, entity.id, textOf(one), effect)
    all.set(nameOf(userId, entity.id), one)
    unreadable.delete(nameOf(userId, entity.id))
  }

  /** Changes the current version of an alert, unless it is gone or `change` returns nothing. */
  const update = (
    { userId, entity: { id } }: Kept,
    change: (latest: Kept) => Kept | undefined,
  ): Promise<Kept | undefined> =>
    inTurn(async () => {
      const latest = all.get(nameOf(userId, id))
      const next = latest && change(latest)
      if (next) await store(next)
      return next
    })

  async function readingSeldom(one: Kept, engine: Engine): Promise<Baseline['reading']> {
    if (one.entity.kind !== 'drawdown') return readingOf(one, engine)
    const name = `${one.userId} ${one.mode}`
    const known = drawdowns.get(name)
    if (known && Math.abs(now() - known.at) < DRAWDOWN_EVERY) return known.reading
    const reading = await readingOf(one, engine)
    drawdowns.set(name, { at: now(), reading })
    return reading
  }

  /** Fires the alerts of a user that are due and moves their baselines. */
  async function judge(userId: number, engine: Engine): Promise<void> {
    const at = engine.now
    const alerts = ofUser(userId, all)
    // Events of a gap are read together, once the world has caught up.
    if (at >= lateUntil()) await tradeEvents.read(alerts, engine)
    for (const one of alerts.filter(({ entity }) => entity.kind !== 'trade_events')) {
      const { entity } = one
      const name = nameOf(userId, entity.id)
      const known = baselines.get(name)
      if (!entity.is_on || engine.shareCaughtUp !== undefined) {
        baselines.delete(name)
        continue
      }
      const wasAway = known === undefined || at - known.at > LONGEST_TICK * speed
      const reading = await readingSeldom(one, engine)
      const crossedAt = wasAway ? undefined : await crossingOf(one, engine, known, reading)
      // If storing fails, the baseline stays: the next tick finds the same.
      if (crossedAt !== undefined) await fire(one, crossedAt)
      baselines.set(name, { at, reading })
      const mayBeOver = entity.kind === 'stop_distance' && !(reading && isPositive(reading.value))
      if (mayBeOver && (await isOver(one, engine))) await switchOff(one)
    }
    for (const one of alerts) void tradeEvents.sendAll(one)
  }

  const switchOff = (one: Kept) =>
    update(one, (latest) =>
      isAlike(latest, one) ? { ...latest, entity: { ...latest.entity, is_on: false } } : undefined,
    )

  async function fire(one: Kept, crossedAt: Instant): Promise<void> {
    const machineNow = now()
    const alike = ofUser(one.userId, all).filter((other) => isAlike(other, one))
    const latest = Math.max(...alike.map(({ firedAt }) => firedAt ?? -Infinity))
    const last_fired_at = Number.isFinite(latest) ? latest : null
    if (!mayFire({ ...one.entity, last_fired_at }, machineNow)) return
    // Stored with its message, which waits there until it was taken.
    await update(one, (latest) => {
      const { entity, sealed, queue } = latest
      if (!entity.is_on || !isAlike(latest, one)) return undefined
      const text = `${alertSubject(entity)} ${alertWords(entity)}`
      const report = { id: crypto.randomUUID(), at: crossedAt, text, count: 1 }
      return {
        ...latest,
        firedAt: machineNow,
        queue: { position: 0, waiting: sealed === null ? [] : withWaiting(queue, [report]) },
        entity: { ...entity, last_fired_at: crossedAt },
      }
    })
  }

  function noteTry(
    one: Kept,
    { problem, isFinal }: Delivery,
    message: Message,
  ): Promise<Kept | undefined> {
    return update(one, (latest) => {
      const queue = isFinal ? tradeEvents.withoutFinished(latest, message) : latest.queue
      const { entity, sealed } = latest
      if (!entity.webhook || sealed !== one.sealed) return undefined
      const webhook = {
        ...entity.webhook,
        last_try: { at: now(), problem, ...(message.isTest && { is_test: true }) },
      }
      return { ...latest, queue, entity: { ...entity, webhook } }
    })
  }

  return {
    origins: webhooks.origins,
    /** The alerts of a mode, and the ids of unreadable ones, whose mode is unknown. */
    list: (userId: number, mode: Mode): (AlertEntity | UnreadableAlert)[] => [
      ...ofUser(userId, all)
        .filter((one) => one.mode === mode)
        .map(({ entity }) => entity),
      ...ofUser(userId, unreadable).map(({ id }) => ({ id })),
    ],

    /** Creates or replaces an alert; one saved without a webhook keeps its own. */
    save: (
      userId: number,
      draft: AlertDraft,
      engine: Engine,
      effectOf?: EffectOf<AlertEntity>,
    ): Promise<AlertEntity> =>
      inTurn(async () => {
        const { webhook: wished, ...rest } = draft
        const name = nameOf(userId, draft.id)
        const before = all.get(name)
        // An alert whose subject is gone can still be switched off.
        const isEnding = before !== undefined && draft.is_on === false
        const faults = isEnding ? alertFaults(draft) : await draftFaults(draft, engine)
        const count = ofUser(userId, all).length + ofUser(userId, unreadable).length
        if (!before && !unreadable.has(name) && count >= MAX_ALERTS) {
          faults['id'] = [`There are ${MAX_ALERTS} alerts already; remove one first.`]
        }
        const made =
          wished && wished.kind !== 'none' ? webhookOf(wished, webhooks.origins.all()) : undefined
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
        const plain: Kept = {
          userId,
          mode: engine.mode,
          entity: asked,
          sealed: null,
          firedAt: null,
        }
        const sealed = secret
          ? webhooks.seal(JSON.stringify(secret), sealName(plain))
          : isKept
            ? (before?.sealed ?? null)
            : null
        const saved = firedAsBefore({ ...plain, sealed }, before)
        const one = { ...saved, queue: await tradeEvents.queueOf(saved, before) }
        const reading = await readingOf(one, engine)
        await store(one, effectOf?.(one.entity))
        // Judged from now on, against the current reading.
        baselines.set(name, { at: engine.now, reading })
        return one.entity
      }),

    remove: (
      userId: number,
      id: string,
      effectOf?: EffectOf<{ removed: boolean }>,
    ): Promise<{ removed: boolean }> =>
      inTurn(async () => {
        const name = nameOf(userId, id)
        const answer = { removed: all.has(name) || unreadable.has(name) }
        await stored.save(userId, id, undefined, effectOf?.(answer))
        for (const each of [all, unreadable, baselines]) each.delete(name)
        return answer
      }),

    /** Sends a test message in the background; `started` is false if it comes too soon. */
    test: (
      userId: number,
      id: string,
      effectOf?: EffectOf<{ started: boolean }>,
    ): Promise<{ started: boolean }> =>
      inTurn(async () => {
        const name = nameOf(userId, id)
        const one = all.get(name)
        if (!one) throw new Refusal('not_found', 'There is no such alert.')
        if (one.sealed === null) throw new Refusal('not_found', 'This alert has no webhook.')
        const last = tests.get(name)
        const answer = { started: last === undefined || Math.abs(now() - last) >= BETWEEN_TESTS }
        await store(one, effectOf?.(answer))
        if (!answer.started) return answer
        tests.set(name, now())
        const text = `Test of the alert: ${alertSubject(one.entity)} ${alertWords(one.entity)}`
        const time = new Date(now()).toISOString()
        const message = { id: crypto.randomUUID(), alertId: id, time, text, isTest: true } as const
        void deliveries.deliver(one, message)
        return answer
      }),

    /** Judges the alerts of all users at their worlds' time. */
    async watch(): Promise<void> {
      const users = new Set(Array.from(all.values(), ({ userId }) => userId))
      for (const userId of users) {
        try {
          await worlds.read(userId, (engine) => judge(userId, engine))
        } catch (error) {
          if (!(error instanceof Refusal)) failed(error)
        }
      }
    },

    close: (): void => deliveries.close(),
  }
}
