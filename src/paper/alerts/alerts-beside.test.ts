import { expect, it, vi } from 'vitest'

import type { Instant } from '#contract/primitives.ts'
import { decimal } from '#money/decimal.ts'

import type { Engine } from '../engine/engine.ts'
import { StorageFailure } from '../store/store-errors.ts'
import type { StoredAlerts } from '../store/store.ts'
import { keepAlerts } from './alerts.ts'
import type { Webhooks } from './deliveries.ts'
import { webhookOrigins } from './webhook-origins.ts'

const MINUTE = 60_000
const IDS = [1, 2].map((digit) => `${digit}f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b`)
const ORIGIN = 'https://ntfy.example'

/** A user whose portfolio is worth another share of its peak in each mode. */
async function aUser({
  save,
  send,
  failed,
}: {
  save?: StoredAlerts['save']
  send?: Webhooks['send']
  failed?: (error: unknown) => void
} = {}) {
  const world: { mode: 'paper' | 'real'; now: Instant; shares: Record<string, number> } = {
    mode: 'paper',
    now: Date.UTC(2026, 5, 1, 12),
    shares: { paper: 1, real: 1 },
  }
  const pointAt = (date: Instant, usd: number) => ({
    date,
    usd,
    btc: 1,
    usd_deposit_amount: 0,
    btc_deposit_amount: 0,
  })
  const engine = {
    get mode() {
      return world.mode
    },
    get now() {
      return world.now
    },
    balanceHistory: (_id: string, from: Instant, to: Instant) => [
      pointAt(from, 100),
      pointAt(to, 100 * (world.shares[world.mode] ?? 1)),
    ],
  } as unknown as Engine
  const stored = new Map<string, string>()
  const alerts = await keepAlerts({
    stored: {
      all: () => Promise.resolve([]),
      eventsAfter: () => Promise.resolve([]),
      lastEvent: () => Promise.resolve(0),
      async save(userId, id, json) {
        await save?.(userId, id, json)
        if (json === undefined) stored.delete(id)
        else stored.set(id, json)
      },
    },
    webhooks: {
      origins: webhookOrigins('/nowhere', [ORIGIN]),
      seal: String,
      open: String,
      send: send ?? (() => Promise.resolve({ problem: null, isFinal: true })),
      later: () => () => undefined,
    },
    worlds: { read: async (_userId, work) => work(engine), now: () => world.now },
    now: () => world.now,
    speed: 1,
    failed: (error) => {
      if (!failed) throw error
      failed(error)
    },
  })
  return { world, engine, alerts, stored }
}

const [FIRST = '', SECOND = ''] = IDS
const drawdown = (id: string) =>
  ({ id, kind: 'drawdown', name: 'Portfolio', percent: decimal('20') }) as const

it('an alert on drawdown reports that of its own mode, beside one of the other mode', async () => {
  const { world, engine, alerts } = await aUser()
  world.mode = 'real'
  await alerts.save(1, drawdown(FIRST), engine)
  world.mode = 'paper'
  await alerts.save(1, drawdown(SECOND), engine)
  const minute = async () => {
    world.now += MINUTE
    await alerts.watch()
  }
  await minute()
  world.shares['paper'] = 0.5
  await minute()
  const hasFired = (mode: 'paper' | 'real') =>
    alerts.list(1, mode).map((one) => 'kind' in one && one.last_fired_at !== null)
  expect([hasFired('paper'), hasFired('real')]).toEqual([[true], [false]])
})

/** A user with an alert whose webhook has answered, which is being noted. */
async function whileNoting() {
  let begun = (): void => undefined
  let release = (): void => undefined
  const noting = new Promise<void>((resolve) => (begun = resolve))
  const free = new Promise<void>((resolve) => (release = resolve))
  const user = await aUser({
    async save(_userId, _id, json) {
      if (json?.includes('"last_try":{') !== true) return
      begun()
      await free
    },
  })
  const webhook = { kind: 'ntfy', url: `${ORIGIN}/topic` } as const
  await user.alerts.save(1, { ...drawdown(FIRST), webhook }, user.engine)
  await user.alerts.test(1, FIRST)
  await noting
  return { ...user, release }
}

it('an alert removed while the answer of its webhook is noted stays removed', async () => {
  const { alerts, stored, release } = await whileNoting()
  const removed = alerts.remove(1, FIRST)
  release()
  expect(await removed).toEqual({ removed: true })
  await expect(alerts.remove(1, FIRST)).resolves.toEqual({ removed: false })
  expect([alerts.list(1, 'paper'), stored.size]).toEqual([[], 0])
})

it('a change made while the answer of an alert’s webhook is noted is kept', async () => {
  const { alerts, engine, stored, release } = await whileNoting()
  const changed = alerts.save(
    1,
    { ...drawdown(FIRST), is_on: false, webhook: { kind: 'none' } },
    engine,
  )
  release()
  await changed
  // Writes end in the order in which they began.
  await alerts.remove(1, SECOND)
  expect(alerts.list(1, 'paper')).toMatchObject([{ is_on: false, webhook: null }])
  expect(stored.get(FIRST)).toContain('"is_on":false')
})

it('an alert that is being switched off does not fire meanwhile', async () => {
  let release = (): void => undefined
  let begun = (): void => undefined
  const saving = new Promise<void>((resolve) => (begun = resolve))
  const free = new Promise<void>((resolve) => (release = resolve))
  const sent = vi.fn<Webhooks['send']>(() => Promise.resolve({ problem: null, isFinal: true }))
  const { world, engine, alerts } = await aUser({
    send: sent,
    async save(_userId, _id, json) {
      if (json?.includes('"is_on":false') !== true) return
      begun()
      await free
    },
  })
  const webhook = { kind: 'ntfy', url: `${ORIGIN}/topic` } as const
  await alerts.save(1, { ...drawdown(FIRST), webhook }, engine)
  world.now += MINUTE
  await alerts.watch()
  const off = alerts.save(1, { ...drawdown(FIRST), is_on: false }, engine)
  await saving
  world.shares['paper'] = 0.5
  world.now += MINUTE
  const watched = alerts.watch()
  release()
  await Promise.all([off, watched])
  expect(sent).not.toHaveBeenCalled()
  expect(alerts.list(1, 'paper')).toMatchObject([{ is_on: false, last_fired_at: null }])
})

it('an alert that could not be stored as fired fires once it can be', async () => {
  let isFull = false
  const failures: unknown[] = []
  const sent = vi.fn<Webhooks['send']>(() => Promise.resolve({ problem: null, isFinal: true }))
  const { world, engine, alerts } = await aUser({
    send: sent,
    failed: (error) => failures.push(error),
    save: () => (isFull ? Promise.reject(new StorageFailure('full')) : Promise.resolve()),
  })
  const webhook = { kind: 'ntfy', url: `${ORIGIN}/topic` } as const
  await alerts.save(1, { ...drawdown(FIRST), webhook }, engine)
  const minute = async () => {
    world.now += MINUTE
    await alerts.watch()
  }
  await minute()
  world.shares['paper'] = 0.5
  isFull = true
  await minute()
  expect(sent).not.toHaveBeenCalled()
  expect(failures).toHaveLength(1)
  isFull = false
  // The world stands still until things can be stored again.
  world.now -= MINUTE
  await minute()
  expect(sent).toHaveBeenCalledOnce()
})
