import { ORDER_SOURCES } from '#contract/history.ts'

import { type Further, NotOffered, type Translation } from '../dialect.ts'
import type { Call } from '../prepare.ts'
import { ROWS, sourcesOf, type Entry, type Source, type View } from './history-sources.ts'
import type { Json } from './values.ts'

/** Maximum of grid bots loaded per page: each costs a request. */
const MAX_GRIDS = 4
/** Lower, so that opening the page costs at most eight requests. */
const MAX_GRIDS_FIRST_PAGE = 2
/** Maximum for a view of grid bots only. */
const MAX_GRIDS_ALONE = 3

/** Reading position of a view: joined but undelivered rows are kept, delivered ones dropped. */
type Reading = {
  position: number
  readonly sources: readonly Source[]
  /** Joined rows, not yet delivered. */
  readonly ready: Json[]
  /** Grid bots skipped by the limit. Their profits follow with later pages. */
  readonly waiting: { source: Source; entry: Entry }[]
  /** Ids already delivered: a source repeats rows if new ones arrive meanwhile. */
  readonly given: Set<unknown>
}

type Kept = Map<string, Reading[]>

/** Per view: the first page, which is refreshed often, and the positions of other readers. */
const MAX_READINGS = 4

const kept = new WeakMap<object, Kept>()

/**
 * Joins orders, SmartTrades, deals and grid profits in order of time. No source can be entered at
 * an offset of the joined list, so each reading continues after its last page.
 */
const listHistory: Translation = {
  async local(further) {
    const { query } = further.call
    const view = viewOf(further.call)
    const offset = Number(query['offset'] ?? 0)
    const limit = Math.min(Number(query['limit'] ?? 10), ROWS)
    const readings = readingsOf(further, JSON.stringify([view]))
    const before = taken(readings, offset)
    const reading = before ?? begun(view)
    try {
      // New rows shift the others, so an existing reading continues at its own position.
      if (!before) {
        await fill(reading, offset, view, further)
        reading.ready.splice(0, offset)
      }
      await fill(reading, limit, view, further)
      const rows = reading.ready.splice(0, limit)
      reading.position = offset + rows.length
      return rows
    } finally {
      keep(readings, reading)
    }
  },
}

function viewOf({ params, query }: Call): View {
  const { account_id, pair, order_by = 'closed_at', order_direction = 'desc' } = query
  if (order_by !== 'created_at' && order_by !== 'closed_at') {
    throw new NotOffered('3Commas sorts SmartTrades and deals by time, not by pair.')
  }
  const source = ORDER_SOURCES.find((one) => one === params['source'])
  return {
    source,
    source_id: query['source_id'],
    account_id,
    pair,
    by: order_by,
    isNewestFirst: order_direction === 'desc',
  }
}

function readingsOf({ facts }: Further, view: string): Reading[] {
  const views: Kept = kept.get(facts) ?? new Map<string, Reading[]>()
  kept.set(facts, views)
  const readings = views.get(view) ?? []
  views.set(view, readings)
  return readings
}

const begun = (view: View): Reading => ({
  position: 0,
  sources: sourcesOf(view),
  ready: [],
  waiting: [],
  given: new Set(),
})

/** Takes the reading closest to the offset, so that only one caller continues it. */
function taken(readings: Reading[], offset: number): Reading | undefined {
  if (offset === 0) return undefined
  const [nearest] = readings
    .filter(({ position }) => position <= offset)
    .toSorted((a, b) => b.position - a.position)
  if (nearest) readings.splice(readings.indexOf(nearest), 1)
  return nearest
}

function keep(readings: Reading[], reading: Reading): void {
  const same = readings.findIndex(({ position }) => position === reading.position)
  if (same >= 0) readings.splice(same, 1)
  readings.push(reading)
  if (readings.length > MAX_READINGS) readings.shift()
}

const gridsAtFirst = ({ source }: View): number =>
  source === 'grid_bot' ? MAX_GRIDS_ALONE : MAX_GRIDS_FIRST_PAGE

/** Joins rows until `count` are ready or all sources end. */
async function fill(
  { position, sources, ready, waiting, given }: Reading,
  count: number,
  view: View,
  further: Further,
): Promise<void> {
  let asked = 0
  const isAtFirst = position === 0
  const most = isAtFirst ? gridsAtFirst(view) : MAX_GRIDS
  const mayOpen = ({ isCached }: Entry) => {
    const isKnown = isCached?.(further) === true
    if (!isKnown && asked >= most) return false
    asked += isKnown ? 0 : 1
    return true
  }
  const openWaiting = async (): Promise<boolean> => {
    const [first] = waiting
    if (isAtFirst || !first || !mayOpen(first.entry)) return false
    await open(first.source, first.entry, view, further)
    waiting.shift()
    return true
  }
  while (ready.length < count && (await openWaiting())) {}
  while (ready.length < count) {
    // Waits for all, even after a failure, so that a retry continues from the same rows.
    const ends = await Promise.allSettled(sources.map((source) => readOn(source, further)))
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const source = nextOf(sources, view)
    const entry = source?.entries[0]
    if (!source || !entry) {
      if (await openWaiting()) continue
      return
    }
    if (entry.open && mayOpen(entry)) {
      await open(source, entry, view, further)
      continue
    }
    source.entries.shift()
    if (entry.open) waiting.push({ source, entry })
    const id = entry.row['uuid'] ?? entry.row['id'] ?? entry
    if (!given.has(id)) ready.push(entry.row)
    given.add(id)
  }
}

/** Replaces a placeholder by its rows. */
async function open(source: Source, entry: Entry, view: View, further: Further): Promise<void> {
  const opened = (await entry.open?.(further)) ?? []
  source.entries = [...source.entries.filter((one) => one !== entry), ...opened].toSorted((a, b) =>
    inOrder(a, b, view),
  )
}

async function readOn(source: Source, further: Further): Promise<void> {
  while (source.entries.length === 0 && !source.isOver) await source.more(further)
}

const inOrder = (a: Entry, b: Entry, { isNewestFirst }: View): number =>
  isNewestFirst ? b.at - a.at : a.at - b.at

const nextOf = (sources: readonly Source[], view: View): Source | undefined =>
  sources.reduce<Source | undefined>((first, source) => {
    const [own, best] = [source.entries[0], first?.entries[0]]
    if (!own) return first
    return !best || inOrder(own, best, view) < 0 ? source : first
  }, undefined)

export const history: Readonly<Record<string, Translation>> = {
  listHistory,
  listHistoryOf: listHistory,
}
