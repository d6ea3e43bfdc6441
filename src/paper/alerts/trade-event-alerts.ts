import { type AlertEntity, MOST_RECENT } from '#contract/alerts.ts'
import type { GridBotEntity } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { HOUR, isMet, rangeReading } from '#trading/alerts.ts'

import type { Engine } from '../engine/engine.ts'
import { type AlertQueue, recordFault } from '../engine/record-shapes.ts'
import type { TradeEvent } from '../engine/trade-events.ts'
import { KEPT_TRADE_EVENTS, type StoredAlerts } from '../store/store.ts'
import type { Kept } from './kept-alert.ts'
import type { Message } from './webhook.ts'

type Report = AlertQueue['waiting'][number]

type Parts = {
  stored: StoredAlerts
  latestOf: (one: Kept) => Kept | undefined
  update: (one: Kept, change: (latest: Kept) => Kept | undefined) => Promise<unknown>
  /** Resolves to true if the message needs no more tries. */
  deliver: (one: Kept, message: Message) => Promise<boolean>
  /** The machine's clock. */
  now: () => Instant
  /** Events before this moment of the worlds are old. */
  lateUntil: () => Instant
  failed: (error: unknown) => void
}

/** More events than these within `BURST_MS` are sent as one message. */
const BURST = 5
const BURST_MS = 10_000
/** In milliseconds: retry of a message that was not taken, after its usual tries. */
const AGAIN_MS = 60_000
/** Events that wait for a webhook; older ones are merged. */
const MOST_WAITING = 100
/** In milliseconds: reading all grid bots takes long. */
const RANGES_MS = 10_000
const MOST_LINES = 10
const MOST_PER_SUMMARY = 5
/** Discord takes 2,000 characters. */
const MOST_CHARACTERS = 1_900

/**
 * Alerts on trade events. Each reads the stored events after its own position, so every event is
 * read once, also after a restart. The webhook gets them in order; a message leaves the queue once
 * it was taken or refused for good, so a crash in between sends it again with the same id.
 */
export function tradeEventAlerts(parts: Parts) {
  const { stored, latestOf, update, deliver, now, lateUntil, failed } = parts
  const busy = new Set<string>()
  const pausedAt = new Map<string, Instant>()
  const sent = new Map<string, Instant[]>()
  /** Last event of the latest message of each alert. */
  const tried = new Map<string, string>()
  const rangesReadAt = new Map<number, Instant>()
  /** Finished messages, in case their removal from the queue could not be stored. */
  const finished = new Set<string>()

  const nameOf = ({ userId, entity }: Kept): string => `${userId} ${entity.id}`
  const isWaiting = (one: Kept, { id }: Pick<Report, 'id'>): boolean =>
    !finished.has(`${nameOf(one)} ${id}`)

  /** Reads new events for a user's alerts. */
  async function read(alerts: readonly Kept[], engine: Engine): Promise<void> {
    const on = alerts.filter(({ entity }) => entity.kind === 'trade_events' && entity.is_on)
    const [first] = on
    if (!first) return
    const after = Math.min(...on.map(({ queue }) => queue?.position ?? 0))
    const rows = await stored.eventsAfter(first.userId, after)
    const events = rows.map(({ number, json }) => ({
      number,
      // Damage is reported at the start; the other events still count.
      event:
        recordFault('trade_event', json) === undefined
          ? (JSON.parse(json) as TradeEvent)
          : undefined,
    }))
    const bots = rangesDue(on, engine) ? engine.gridBots() : undefined
    for (const one of on) {
      const position = one.queue?.position ?? 0
      const unread = events.filter(({ number }) => number > position)
      const found = unread.flatMap(({ number, event }) =>
        event && isMeant(one, event) ? [{ number, event }] : [],
      )
      const reports = reportsOf(found, lateUntil(), one.entity.with_amounts === true)
      // Numbers are those of all users, so a gap tells nothing while the store keeps more events.
      const lost = (unread[0]?.number ?? 0) - position - 1
      if (unread.length >= KEPT_TRADE_EVENTS && lost > 0) {
        const text = `Up to ${lost} earlier events are no longer stored`
        const at = reports[0]?.at ?? engine.now
        reports.unshift({ id: `lost-${position}`, at, text, count: 1 })
      }
      const outside = bots && one.mode === engine.mode ? outsideOf(one, bots, now()) : {}
      for (const { id, name } of outside.left ?? []) {
        const text = `${name}: price out of range`
        reports.push({ id: `range-${id}-${engine.now}`, at: engine.now, text, count: 1 })
      }
      if (unread.length > 0 || outside.since) {
        await update(one, (latest) =>
          // Another position means that the alert was saved meanwhile.
          latest.queue && latest.queue.position === one.queue?.position
            ? withReports(latest, reports, {
                position: unread.at(-1)?.number ?? latest.queue.position,
                ...(outside.since && { outside: outside.since }),
              })
            : undefined,
        )
      }
    }
  }

  function rangesDue(alerts: readonly Kept[], { mode }: Engine): boolean {
    const wishes = alerts.filter(
      (one) => one.mode === mode && one.entity.events?.includes('out_of_range'),
    )
    const userId = wishes[0]?.userId
    if (userId === undefined) return false
    const isDue = Math.abs(now() - (rangesReadAt.get(userId) ?? -Infinity)) >= RANGES_MS
    if (isDue) rangesReadAt.set(userId, now())
    return isDue
  }

  /** Sends the messages of an alert that wait, until one is not taken. */
  async function sendAll(one: Kept): Promise<void> {
    const name = nameOf(one)
    if (busy.has(name)) return
    busy.add(name)
    try {
      for (let next = nextOf(one); next; next = nextOf(one)) {
        sent.set(name, [...(sent.get(name) ?? []), now()])
        if (await deliver(next.alert, next.message)) {
          for (const { id } of next.message.events ?? []) finished.delete(`${name} ${id}`)
          continue
        }
        pausedAt.set(name, now())
      }
    } catch (error) {
      pausedAt.set(name, now())
      failed(error)
    } finally {
      busy.delete(name)
    }
  }

  /** The next message of an alert; `undefined` if none is due. */
  function nextOf(one: Kept): { alert: Kept; message: Message } | undefined {
    const name = nameOf(one)
    const at = now()
    const alert = latestOf(one)
    const isPaused = Math.abs(at - (pausedAt.get(name) ?? -Infinity)) < AGAIN_MS
    if (!alert?.queue || alert.sealed === null || isPaused) return undefined
    const waiting = alert.queue.waiting
      .filter((report) => isWaiting(alert, report))
      // Amounts may have been switched off since.
      .map(({ plain, ...report }) => ({
        ...report,
        text: alert.entity.with_amounts ? report.text : (plain ?? report.text),
      }))
    const recent = (sent.get(name) ?? []).filter((when) => Math.abs(at - when) < BURST_MS)
    sent.set(name, recent)
    if (recent.length >= BURST) return undefined
    // A retry has the events of the first try, whose answer may have been lost.
    const lastTried = waiting.findIndex(({ id }) => id === tried.get(name))
    const isBurst = recent.length + waiting.length > BURST && lastTried < 0
    const events = isBurst ? waiting : waiting.slice(0, Math.max(0, lastTried) + 1)
    const last = events.at(-1)
    if (!last) return undefined
    tried.set(name, last.id)
    const time = new Date(last.at).toISOString()
    const text = textOf(alert, events, lateUntil())
    const message = { id: last.id, alertId: alert.entity.id, time, text, events }
    return { alert, message }
  }

  return {
    read,
    sendAll,
    /** Queue of a saved alert: a new one starts after the last event. */
    async queueOf(
      { userId, entity, sealed }: Kept,
      before?: Kept,
    ): Promise<AlertQueue | undefined> {
      if (!entity.is_on) return undefined
      const known = before?.entity.kind === entity.kind ? before.queue : undefined
      const { position, waiting } = known ?? {
        position: entity.kind === 'trade_events' ? await stored.lastEvent(userId) : 0,
        waiting: [],
      }
      return { position, waiting: sealed === null ? [] : waiting }
    },
    /** The queue without the events of a message that needs no more tries. */
    withoutFinished(one: Kept, { events = [] }: Message): Kept['queue'] {
      for (const { id } of events) finished.add(`${nameOf(one)} ${id}`)
      const { queue } = one
      return (
        queue && { ...queue, waiting: queue.waiting.filter((report) => isWaiting(one, report)) }
      )
    },
  }
}

const OUT_OF_RANGE = { kind: 'out_of_range', direction: null, level: null, percent: null } as const

/** Grid bots outside their range: `left` since the last look, each at most once an hour. */
function outsideOf({ entity, queue }: Kept, bots: readonly GridBotEntity[], at: Instant) {
  const before = queue?.outside
  const since: Record<string, Instant> = {}
  const left: GridBotEntity[] = []
  if (!entity.events?.includes('out_of_range')) return {}
  for (const bot of bots) {
    const id = String(bot.id)
    if (!isInScope(entity, { type: 'grid_bot', id }, Number(bot.account_id))) continue
    const known = before?.[id]
    const isOutside = bot.is_enabled && isMet(OUT_OF_RANGE, rangeReading(bot)) === true
    if (!isOutside && (known === undefined || Math.abs(at - known) >= HOUR)) continue
    since[id] = known ?? at
    // The first look is the baseline.
    if (before && known === undefined) left.push(bot)
  }
  return JSON.stringify(before) === JSON.stringify(since) ? {} : { since, left }
}

const isMeant = ({ entity, mode }: Kept, { kinds, owner, account, ...event }: TradeEvent) =>
  event.mode === mode &&
  kinds.some((kind) => entity.events?.includes(kind)) &&
  isInScope(entity, owner, account)

function isInScope(
  { trade_id, bot_id, dca_bot_id, account_id }: AlertEntity,
  { type, id }: TradeEvent['owner'],
  account: number,
): boolean {
  if (trade_id !== null) return type === 'smart_trade' && id === String(trade_id)
  if (bot_id !== null) return type === 'grid_bot' && id === String(bot_id)
  if (dca_bot_id !== undefined) return type === 'dca_bot' && id === dca_bot_id
  return account_id === undefined || account_id === account
}

/** Events from before `lateUntil` happened during an absence: one summary per trade or bot. */
function reportsOf(
  found: readonly { number: number; event: TradeEvent }[],
  lateUntil: Instant,
  withAmounts: boolean,
): Report[] {
  const withFigures = ({ text, amounts }: TradeEvent): string =>
    amounts === '' ? text : `${text} (${amounts})`
  const groups = new Map<string, { number: number; events: TradeEvent[] }>()
  for (const { number, event } of found) {
    const { owner, at } = event
    const key = at < lateUntil ? `${owner.type} ${owner.id}` : String(number)
    const events = [...(groups.get(key)?.events ?? []), event]
    groups.set(key, { number, events })
  }
  return Array.from(groups.values(), ({ number, events }) => {
    const [{ name, at }] = events.slice(-1) as [TradeEvent]
    const shown = events.slice(-MOST_PER_SUMMARY)
    const skipped = events.length - MOST_PER_SUMMARY
    const isLate = at < lateUntil
    const before = `${isLate ? ' (while the service was away)' : ''}: ${skipped > 0 ? `${skipped} earlier events; ` : ''}`
    const textBy = (words: (event: TradeEvent) => string): string =>
      `${name}${before}${shown.map(words).join('; ')}`
    const plain = textBy(({ text }) => text)
    const own = withAmounts ? { text: textBy(withFigures), plain } : { text: plain }
    return { id: `${number}-${at}`, at, ...own, count: events.length }
  }).toSorted((a, b) => a.at - b.at)
}

/** The messages that wait, with more; above a limit the oldest are merged. */
export function withWaiting(queue: AlertQueue | undefined, reports: readonly Report[]): Report[] {
  const waiting = [...(queue?.waiting ?? []), ...reports]
  while (waiting.length > MOST_WAITING) {
    const [a, b] = waiting.splice(0, 2) as [Report, Report]
    const count = a.count + b.count
    waiting.unshift({ id: b.id, at: b.at, text: `${count} earlier events`, count })
  }
  return waiting
}

function withReports(latest: Kept, reports: readonly Report[], read: Partial<AlertQueue>): Kept {
  const { queue, entity, sealed } = latest
  if (!queue) return latest
  const waiting = sealed === null ? [] : withWaiting(queue, reports)
  const shown = reports.map(({ id, at, text }) => ({ id, at, text }))
  return {
    ...latest,
    queue: { ...queue, ...read, waiting },
    entity: {
      ...entity,
      recent: [...(entity.recent ?? []), ...shown].slice(-MOST_RECENT),
      last_fired_at: reports.at(-1)?.at ?? entity.last_fired_at,
    },
  }
}

/** Several events are one message with their count and times in UTC. An old one has its day. */
function textOf({ entity }: Kept, events: readonly Report[], lateUntil: Instant): string {
  const [only] = events
  const begin = only && only.at < lateUntil ? `${new Date(only.at).toUTCString()}\n` : ''
  if (only && events.length === 1) return `${begin}${only.text}`.slice(0, MOST_CHARACTERS)
  const noun = entity.kind === 'trade_events' ? 'trade events' : 'alerts'
  const count = events.reduce((sum, one) => sum + one.count, 0)
  const lines = events
    .slice(0, MOST_LINES)
    .map(({ at, text }) => `${new Date(at).toISOString().slice(11, 16)} ${text}`)
  const more = events.length - MOST_LINES
  const end = more > 0 ? [`and ${more} more`] : []
  const title = `${begin}${count} ${noun} (times in UTC)`
  return [title, ...lines, ...end].join('\n').slice(0, MOST_CHARACTERS)
}
