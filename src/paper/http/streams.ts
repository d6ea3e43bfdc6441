import { api } from '#contract/api.ts'
import { type Area, type Endpoint, permissionsFor } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import {
  type LivePriceEntity,
  MAX_STREAM_PAIRS,
  pairsIn,
  streamEvent,
  type StreamEventEntity,
} from '#contract/stream.ts'
import { write } from '#contract/write.ts'

import type { Changes } from '../engine/changes.ts'
import type { Engine } from '../engine/engine.ts'
import type { LivingWorlds } from '../living-worlds.ts'
import { Refusal } from '../refusal.ts'
import type { Store } from '../store/store.ts'
import type { EventStream, Sink } from './answer.ts'
import type { Caller } from './authenticate.ts'
import type { SteadyClock } from './rate-limits.ts'
import { RefusalWithHeaders } from './refusal.ts'

export const MAX_STREAMS = 4
// In milliseconds.
const BEAT_EVERY = 5_000
const PRICES_EVERY = 1_000
const CHANGES_EVERY = 500
/** A reader that reads nothing for this long is dropped. */
const MAX_BEHIND = 10_000
/** Ticks come a little early or late. */
const JITTER = 100
const RETRY_AFTER = 30

type Open = {
  readonly caller: Caller
  readonly pairs: ReadonlySet<string>
  readonly areas: ReadonlySet<Area>
  readonly mode: Engine['mode']
  readonly changed: Set<Area>
  readonly sink: Sink
  changedAt: number
  pricesAt: number
  beatAt: number
  behindSince: number | undefined
}

type Parts = {
  keys: Pick<Store['keys'], 'find'>
  now: () => Instant
  steady: SteadyClock
}

export type Streams = ReturnType<typeof createStreams>

/** Streams of all users. Bounded memory: nothing is queued for a slow reader. */
export function createStreams({ keys, now, steady }: Parts) {
  const streams = new Set<Open>()
  const ofUser = (userId: number): Open[] =>
    Array.from(streams).filter(({ caller }) => caller.key.userId === userId)

  function end(stream: Open): void {
    streams.delete(stream)
    stream.sink.end()
  }

  const send = <Name extends keyof StreamEventEntity>(
    { sink }: Open,
    name: Name,
    data: NonNullable<StreamEventEntity[Name]>,
  ): void => sink.write(`event: ${name}\ndata: ${write(streamEvent.shape[name], data)}\n\n`)

  /** Returns false for a slow reader, which is dropped after a while. */
  function isReading(stream: Open): boolean {
    const { sink } = stream
    if (!sink.isBehind()) {
      stream.behindSince = undefined
      return true
    }
    stream.behindSince ??= steady()
    if (steady() - stream.behindSince >= MAX_BEHIND) {
      streams.delete(stream)
      sink.drop()
    }
    return false
  }

  function sendChanges(stream: Open): void {
    if (stream.changed.size === 0 || steady() - stream.changedAt < CHANGES_EVERY) return
    if (!isReading(stream)) return
    stream.changedAt = steady()
    send(stream, 'changed', Array.from(stream.changed))
    stream.changed.clear()
  }

  function sendBeat(stream: Open, time: Instant): void {
    stream.beatAt = steady()
    send(stream, 'beat', { time })
  }

  async function mayGoOn({ caller }: Open): Promise<boolean> {
    const key = await keys.find(caller.key.apiKey)
    return key !== undefined && (key.expiresAt === undefined || key.expiresAt > now())
  }

  async function tickUser(userId: number, worlds: Pick<LivingWorlds, 'read' | 'now'>) {
    const [mode, prices] = await worlds.read(userId, (engine) => [engine.mode, pricesOf(engine)])
    for (const stream of ofUser(userId)) {
      if (stream.mode !== mode) {
        send(stream, 'changed', ['mode'])
        end(stream)
      } else if (!(await mayGoOn(stream))) end(stream)
      else if (isReading(stream)) tickStream(stream, prices, worlds.now())
    }
  }

  function tickStream(stream: Open, prices: readonly LivePriceEntity[], time: Instant): void {
    const at = steady()
    if (at - stream.beatAt >= BEAT_EVERY - JITTER) sendBeat(stream, time)
    if (stream.pairs.size > 0 && at - stream.pricesAt >= PRICES_EVERY - JITTER) {
      stream.pricesAt = at
      const wanted = prices.filter(({ pair }) => stream.pairs.has(pair))
      send(stream, 'prices', wanted)
    }
    sendChanges(stream)
  }

  return {
    /** Throws 429 for too many streams, and 400 for unlisted pairs. */
    open(caller: Caller, query: string | undefined, engine: Engine, time: Instant): EventStream {
      const pairs = new Set(pairsIn(query))
      checkPairs(pairs, engine)
      const isFull = () => ofUser(caller.key.userId).length >= MAX_STREAMS
      if (isFull()) throw tooMany()
      const asked = {
        caller,
        pairs,
        areas: areasFor(caller),
        mode: engine.mode,
        changed: new Set<Area>(),
        changedAt: -Infinity,
        pricesAt: -Infinity,
        beatAt: -Infinity,
        behindSince: undefined,
      }
      let stream: Open | undefined
      return {
        attach(sink) {
          if (isFull()) return sink.end()
          stream = { ...asked, sink }
          streams.add(stream)
          sendBeat(stream, time)
        },
        close: () => void (stream && streams.delete(stream)),
      }
    },
    changed: (userId: number, changes: Changes): void => {
      const own = ofUser(userId)
      if (own.length === 0) return
      const areas = areasIn(changes)
      for (const stream of own) {
        for (const area of areas) if (stream.areas.has(area)) stream.changed.add(area)
        sendChanges(stream)
      }
    },
    /** Sends prices and heartbeats; ends streams whose key or mode has changed. Once per second. */
    tick: async (worlds: Pick<LivingWorlds, 'read' | 'now'>, failed: (error: unknown) => void) => {
      const users = new Set(Array.from(streams, ({ caller }) => caller.key.userId))
      for (const userId of users) {
        await tickUser(userId, worlds).catch((error: unknown) => {
          ofUser(userId).forEach(end)
          failed(error)
        })
      }
    },
    /** Pairs whose prices somebody reads. */
    shown: () => new Set(Array.from(streams).flatMap(({ pairs }) => [...pairs])),
    endAll: (): void => streams.forEach(end),
  }
}

const pricesOf = (engine: Engine): LivePriceEntity[] =>
  engine.pairs().map(({ pair, exchange, bid, ask, last }) => ({
    pair,
    exchange,
    bid,
    ask,
    last,
    time: engine.now,
  }))

function checkPairs(pairs: ReadonlySet<string>, engine: Engine): void {
  if (pairs.size > MAX_STREAM_PAIRS) {
    throw wrongPairs(`Send at most ${MAX_STREAM_PAIRS} pairs.`)
  }
  const listed = new Set(engine.pairs().map(({ pair }) => pair))
  const unlisted = Array.from(pairs).find((pair) => !listed.has(pair))
  if (unlisted !== undefined) {
    throw wrongPairs(`There is no pair ${unlisted}. Separate pairs by commas.`)
  }
}

const wrongPairs = (sentence: string) =>
  new Refusal('invalid_request', 'A query parameter is wrong.', { pairs: [sentence] })

const tooMany = () =>
  new RefusalWithHeaders(
    'too_many_streams',
    `At most ${MAX_STREAMS} streams per user. Close one first.`,
    { 'Retry-After': String(RETRY_AFTER) },
  )

/** Areas that the key may read. */
const areasFor = ({ permissions }: Caller): ReadonlySet<Area> =>
  new Set(
    Object.values<Endpoint>(api)
      .filter((endpoint) => permissionsFor(endpoint).every((one) => permissions.includes(one)))
      .flatMap(({ reads = [] }) => reads),
  )

const AREAS: Readonly<Record<string, Area>> = {
  smart_trade: 'smart_trades',
  grid_bot: 'grid_bots',
  dca_bot: 'dca_bots',
  balance: 'balances',
}

function areasIn({ stored, removed, ended, appended }: Changes): Set<Area> {
  const areas = new Set<Area>()
  for (const { kind } of [...stored, ...removed]) {
    const area = AREAS[kind]
    if (area) areas.add(area)
  }
  if (ended.length > 0) areas.add('smart_trades')
  for (const { journal } of appended) {
    if (journal === 'history') areas.add('history')
    if (journal === 'events') areas.add('dca_bots')
  }
  return areas
}
