import type { Instant } from '#contract/primitives.ts'

import { WebSocket } from 'ws'

import { exactJson, type Faults, fieldsOf, Unreadable } from './exchange-json.ts'
import type { ExchangeRequests } from './exchange-requests.ts'
import {
  type FeedClock,
  type FeedEvents,
  FeedFailure,
  type FeedOutage,
  type FeedStatus,
  type FeedStream,
  type FeedTrade,
} from './feed.ts'
import type { StreamDialect, StreamMessage } from './stream-dialect.ts'

/** Also the distance between two commands: two a second, of the five that Binance allows. */
const TICK_MS = 500
const STALE_MS = 10_000
/** A silent connection is replaced: TCP alone may take minutes to notice. */
const SILENT_MS = 20_000
/** For the handshake, and for the confirmation of a command. */
const ANSWER_MS = 15_000
/** Binance ends connections after 24 h. */
const ROLLOVER_MS = 23 * 3_600_000
/** Both connections run for so long, so that the old one delivers what it still has. */
const OVERLAP_MS = 2_000
const STATUS_MS = 60_000
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
/** A connection that lasted so long counts as a success: the next failure is a first attempt. */
const STEADY_MS = 60_000
/** In bytes; real messages have a few hundred. */
const MAX_MESSAGE = 1_000_000
/** Streams named by one command: its text stays far below 4 kB. */
const MAX_STREAMS = 80
/** A trade further ahead of this machine's clock is not believed. */
const MAX_AHEAD_MS = 60_000

type Link = {
  socket: WebSocket
  begun: Instant
  isOpen: boolean
  lastData: Instant
  lastSent: Instant
  asked: Set<string>
  confirmed: Set<string>
  outbox: { id: number; text: string }[]
  pending: Map<number, { streams: Set<string>; isSubscribe: boolean; sent: Instant }>
  /** Messages of a successor, kept until it takes over. */
  held: StreamMessage[]
  completeSince: Instant | undefined
  reason: string | undefined
}

/**
 * One connection for all pairs: reconnects with back-off and jitter, subscribes again, and is
 * replaced before 24 h by a second one that overlaps it, so that no trade is lost in between.
 */
export function openFeedSocket(
  dialect: StreamDialect,
  events: FeedEvents,
  clock: FeedClock,
  requests: Pick<ExchangeRequests, 'paused' | 'noteStatus'>,
  faults: Pick<Faults, 'add'>,
): FeedStream {
  let watched: ReadonlySet<string> = new Set()
  let current: Link | undefined
  let successor: Link | undefined
  /** Earliest time for another try at a successor. */
  let successorFrom: Instant = 0
  let attempt = 0
  let isStale = false
  let isClosed = false
  let commandId = 0
  let announced: string | undefined
  let cancelTimer = () => {}
  const lastTrade = new Map<string, { id: number; at: Instant }>()
  const lastQuote = new Map<string, number>()
  const polled = new Map<string, FeedStatus>()
  const statuses = new Map<string, FeedStatus>()
  let isTrading = true
  let statusFrom: Instant = 0

  function connect(): Link {
    const socket = new WebSocket(dialect.url, { maxPayload: MAX_MESSAGE, perMessageDeflate: false })
    const begun = clock.now()
    const link: Link = {
      socket,
      begun,
      isOpen: false,
      lastData: begun,
      lastSent: 0,
      asked: new Set(),
      confirmed: new Set(),
      outbox: [],
      pending: new Map(),
      held: [],
      completeSince: undefined,
      reason: undefined,
    }
    socket.on('open', () => {
      link.isOpen = true
      link.lastData = clock.now()
      synchronise(link)
    })
    socket.on('message', (data) => receive(link, data.toString()))
    socket.on('error', ({ message }) => (link.reason ??= message))
    socket.on('unexpected-response', (_request, { statusCode = 0, headers }) => {
      requests.noteStatus(statusCode, headers['retry-after'])
      end(link, `it answered ${statusCode}`)
    })
    socket.on('close', () => ended(link))
    return link
  }

  function end(link: Link, reason: string): void {
    link.reason = reason
    link.socket.terminate()
  }

  function ended(link: Link): void {
    if (isClosed) return
    if (link === successor) {
      successor = undefined
      successorFrom = clock.now() + MAX_RETRY_MS
    }
    if (link !== current) return
    current = undefined
    if (successor?.completeSince !== undefined) promote(successor)
    else lost(link)
  }

  function lost(link: Link): void {
    const abandoned = successor
    successor = undefined
    abandoned?.socket.terminate()
    announced = undefined
    isStale = false
    lastQuote.clear()
    const now = clock.now()
    attempt = link.isOpen && now - link.begun >= STEADY_MS ? 1 : attempt + 1
    const delay = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (attempt - 1))
    retryAt(now + delay * (0.5 + clock.random() / 2), link.reason ?? 'the connection ended')
  }

  function retryAt(time: Instant, reason: string): void {
    const nextTryAt = Math.ceil(Math.max(time, requests.paused() ?? 0))
    const outage: FeedOutage = { reason, attempt, nextTryAt }
    cancelTimer()
    cancelTimer = clock.after(nextTryAt - clock.now(), start)
    events.down(outage)
  }

  function start(): void {
    const paused = requests.paused()
    if (paused !== undefined) {
      attempt += 1
      retryAt(paused, 'the exchange wants no requests')
      return
    }
    current = connect()
    cancelTimer = clock.after(TICK_MS, tick)
  }

  function tick(): void {
    cancelTimer = clock.after(TICK_MS, tick)
    const now = clock.now()
    for (const link of [current, successor]) if (link) check(link, now)
    if (current?.isOpen && now - current.lastData >= STALE_MS && !isStale) {
      isStale = true
      events.stale(current.lastData)
    }
    if (current?.isOpen && now - current.begun >= ROLLOVER_MS) succeed()
    if (successor?.completeSince !== undefined && now - successor.completeSince >= OVERLAP_MS) {
      promote(successor)
    }
    if (now >= statusFrom && watched.size > 0) void askStatuses()
  }

  function check(link: Link, now: Instant): void {
    const [oldest] = link.pending
    if (!link.isOpen && now - link.begun >= ANSWER_MS) end(link, 'no connection within 15 s')
    else if (link.isOpen && now - link.lastData >= SILENT_MS) end(link, 'no data for 20 s')
    else if (oldest && now - oldest[1].sent >= ANSWER_MS) giveUp(link, oldest[0])
    else send(link)
  }

  /** An unanswered command leaves its streams unconfirmed; others go on. */
  function giveUp(link: Link, id: number): void {
    faults.add('a subscription got no answer')
    for (const stream of link.pending.get(id)?.streams ?? []) link.asked.delete(stream)
    link.pending.delete(id)
    if (link.confirmed.has(dialect.pulse)) complete(link)
    else end(link, 'a subscription got no answer')
  }

  function succeed(): void {
    if (successor || clock.now() < successorFrom || requests.paused() !== undefined) return
    successor = connect()
  }

  function promote(link: Link): void {
    const old = current
    current = link
    successor = undefined
    old?.socket.close()
    for (const message of link.held.splice(0)) deliver(message)
    synchronise(link)
  }

  /** Asks for the streams that are missing, and gives up those that nobody watches. */
  function synchronise(link: Link): void {
    if (!link.isOpen) return
    const wanted = new Set([dialect.pulse, ...[...watched].flatMap(dialect.streamsOf)])
    const missing = [...wanted].filter((stream) => !link.asked.has(stream))
    const surplus = [...link.asked].filter((stream) => !wanted.has(stream))
    if (surplus.length > 0) announced = undefined
    for (const stream of surplus) link.confirmed.delete(stream)
    enqueue(link, 'unsubscribe', surplus)
    enqueue(link, 'subscribe', missing)
    link.asked = wanted
    send(link)
    complete(link)
  }

  function enqueue(link: Link, verb: 'subscribe' | 'unsubscribe', all: readonly string[]): void {
    for (const channel of dialect.channels) {
      const own = all.filter((stream) => stream.startsWith(channel))
      for (let done = 0; done < own.length; done += MAX_STREAMS) {
        const streams = own.slice(done, done + MAX_STREAMS)
        commandId += 1
        const text = JSON.stringify(dialect.command(verb, streams, commandId))
        link.outbox.push({ id: commandId, text })
        const isSubscribe = verb === 'subscribe'
        link.pending.set(commandId, { streams: new Set(streams), isSubscribe, sent: Infinity })
      }
    }
  }

  function send(link: Link): void {
    const now = clock.now()
    if (!link.isOpen || now - link.lastSent < TICK_MS) return
    const command = link.outbox.shift()
    const pending = command && link.pending.get(command.id)
    if (!pending) return
    link.lastSent = now
    pending.sent = now
    link.socket.send(command.text)
  }

  function receive(link: Link, text: string): void {
    if (isClosed || (link !== current && link !== successor)) return
    let message: StreamMessage
    try {
      message = dialect.read(fieldsOf(exactJson(text), 'message'))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      faults.add(`unreadable data, ${error.message}`)
      return
    }
    if (message.answer) settle(link, message.answer)
    if (message.isEnding === true) succeed()
    if (message.isTrading !== undefined) {
      isTrading = message.isTrading
      reportStatuses()
    }
    if (message.isData !== true) return
    const now = clock.now()
    // After the machine slept, buffered messages would pass for a stream without a gap.
    if (now - link.lastData >= SILENT_MS) {
      end(link, 'no data for 20 s')
      return
    }
    link.lastData = now
    if (link === current) deliver(message)
    else link.held.push(message)
  }

  function settle(link: Link, answer: NonNullable<StreamMessage['answer']>): void {
    const { id, symbol, isConfirmed } = answer
    const command = link.pending.get(id)
    for (const stream of command?.streams ?? []) {
      if (symbol !== undefined && !stream.endsWith(`:${symbol}`)) continue
      command?.streams.delete(stream)
      if (!isConfirmed && command?.isSubscribe) link.asked.delete(stream)
      if (isConfirmed && command?.isSubscribe && link.asked.has(stream)) link.confirmed.add(stream)
    }
    if (command?.streams.size !== 0) return
    link.pending.delete(id)
    complete(link)
  }

  /** All commands are answered: the pairs that the exchange confirmed stream from now on. */
  function complete(link: Link): void {
    if (link.pending.size > 0 || !link.confirmed.has(dialect.pulse)) return
    link.completeSince ??= clock.now()
    if (link !== current) return
    const pairs = [...watched].filter((pair) =>
      dialect.streamsOf(pair).every((stream) => link.confirmed.has(stream)),
    )
    const key = pairs.toSorted().join()
    if (key === announced) return
    announced = key
    events.up(new Set(pairs))
  }

  function deliver({ trades = [], quotes = [], time: given }: StreamMessage): void {
    const now = clock.now()
    const time = given !== undefined && given <= now + MAX_AHEAD_MS ? given : undefined
    for (const trade of trades) if (watched.has(trade.pair) && isNews(trade)) events.trade(trade)
    for (const { order, at = time ?? now, ...book } of quotes) {
      const position = order ?? at
      if (!watched.has(book.pair) || position < (lastQuote.get(book.pair) ?? 0)) continue
      lastQuote.set(book.pair, position)
      events.quote({ ...book, at })
    }
    isStale = false
    events.pulse(now, time)
  }

  function isNews({ pair, id, at }: FeedTrade): boolean {
    const last = lastTrade.get(pair)
    if (last && (id <= last.id || at < last.at)) return false
    if (at > clock.now() + MAX_AHEAD_MS) {
      faults.add(`the time of a ${pair} trade is ahead of this machine's clock`)
      return false
    }
    lastTrade.set(pair, { id, at })
    return true
  }

  async function askStatuses(): Promise<void> {
    statusFrom = clock.now() + STATUS_MS
    const pairs = [...watched]
    try {
      const found = await dialect.instruments(pairs).catch((error: unknown) => {
        if (error instanceof FeedFailure && error.kind === 'refused') return dialect.instruments()
        throw error
      })
      const known = new Map(found.map(({ pair, status }) => [pair, status]))
      for (const pair of pairs) polled.set(pair, known.get(pair) ?? 'delisted')
      reportStatuses()
      // Streams that were refused are asked for again.
      for (const link of [current, successor]) if (link) synchronise(link)
    } catch {
      // Asked again in a minute; the reader learns of an outage by `down`.
    }
  }

  function reportStatuses(): void {
    if (isClosed) return
    for (const pair of watched) {
      const own = polled.get(pair) ?? 'trading'
      const status = isTrading || own === 'delisted' ? own : 'halted'
      if (status === (statuses.get(pair) ?? 'trading')) continue
      statuses.set(pair, status)
      events.status(pair, status)
    }
  }

  function watch(pairs: ReadonlySet<string>): void {
    const isNew = [...pairs].some((pair) => !watched.has(pair))
    watched = new Set(pairs)
    for (const map of [lastTrade, lastQuote, statuses, polled]) {
      for (const pair of map.keys()) if (!watched.has(pair)) map.delete(pair)
    }
    if (isNew) statusFrom = 0
    for (const link of [current, successor]) if (link) synchronise(link)
  }

  function close(): void {
    isClosed = true
    cancelTimer()
    current?.socket.terminate()
    successor?.socket.terminate()
  }

  start()
  return { watch, close }
}
