import { queryText } from '#dialects/prepare.ts'
import { firstPeriods, lastRange, RANGES } from '#features/portfolio/range.ts'
import { createReadBudget, MINUTE } from '#query/read-budget.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import type { PaperKey, PaperKeys } from '#session/paper-key.ts'
import type { Settings } from '#session/settings.ts'
import type { Failing, Limits, Pause } from '#session/traffic.ts'
import { sign, signedText } from '#signing/signature.ts'

import type { FirstReads } from './first-endpoints.ts'
import { type Stored, stored } from './stored.ts'

// Inline script of the page (`inline-script.ts`), so it must stay small: no schemas. If it throws,
// for example because of a damaged record, nothing is sent.

type Connection = Pick<
  ConnectionProfile,
  'id' | 'baseUrl' | 'keyedAs' | 'declaredMode' | 'emptyForm'
>

/** A request of `FIRST_ENDPOINTS`; `query`: as sent. */
type Read = {
  of: keyof FirstReads['paths']
  request: object
  query: Record<string, string | number>
}

/** Reads that were sent before the code of the page, with `key`. `responses`: by URL. */
export type EarlyReads = {
  readonly connection: Connection
  readonly key: PaperKey
  readonly sentAt: number
  readonly reads: readonly Read[]
  readonly responses: Map<string, Promise<Response>>
}

type Parts = {
  page: { pathname: string; search: string }
  first: FirstReads
  local: Pick<Storage, 'getItem' | 'setItem'>
  tab: Pick<Storage, 'getItem'>
  recallKey: PaperKeys['recall']
  now: () => number
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Base URL that is answered without a network, by the service in a static site. */
  ownService?: string | undefined
}

const TIMEOUT_MS = 30_000

/**
 * Signs and sends the first reads of SmartTrades or Portfolio with the paper key in use. Sends
 * nothing during a pause, after a failed read, without room in the budget, or if there is a vault.
 */
export async function sendEarlyReads(parts: Parts): Promise<EarlyReads | undefined> {
  const { recallKey, now, fetch, local } = parts
  const reads = allowedReads(parts)
  if (!reads) return undefined
  const { connection, urls } = reads
  const key = await recallKey(connection.id)
  if (key?.origin !== new URL(connection.baseUrl).origin) return undefined
  const signatures = await Promise.all(
    urls.map(({ pathname, search }) =>
      sign(
        { algorithm: 'rsa', cryptoKey: key.cryptoKey },
        signedText(pathname, search.slice(1), '', connection.emptyForm),
      ),
    ),
  )
  // Other tabs may have locked, switched, paused or spent the budget meanwhile.
  const still = allowedReads(parts)
  if (!still || textOf(still) !== textOf(reads)) return undefined
  const sentAt = now()
  const counted = JSON.stringify([...still.sent, ...urls.map(() => sentAt)])
  local.setItem(`quarterdeck.sent.${connection.id}`, counted)
  const responses = urls.map(({ href }, index) => {
    const response = fetch(href, {
      headers: {
        Accept: 'application/json',
        APIKEY: key.apiKey,
        Signature: signatures[index] ?? '',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    })
    // The reader handles the failure, if it uses this response.
    response.catch(() => undefined)
    return [href, response] as const
  })
  return { connection, key, sentAt, reads: reads.reads, responses: new Map(responses) }
}

type Allowed = NonNullable<ReturnType<typeof allowedReads>>
const textOf = ({ connection, urls }: Allowed) => JSON.stringify([connection, urls])

/** The connection in use and the URLs to read, if all conditions are met. */
function allowedReads(parts: Parts) {
  const { local, tab, now, ownService } = parts
  const of = (key: string) => stored(() => local, key)
  const { connections, lastUsed } = (of('connections') ?? {}) as Stored
  const id = stored(() => tab, 'connection') ?? lastUsed
  if (typeof id !== 'string') return undefined
  const found = (Array.isArray(connections) ? (connections as (Stored | null)[]) : []).find(
    (one) => one?.['id'] === id,
  )
  const { baseUrl, keyedAs, declaredMode, emptyForm, storage, dialect } = found ?? {}
  const isOpen =
    storage === 'paper-key' &&
    dialect === 'quarterdeck' &&
    local.getItem('quarterdeck.vault') === null
  if (!isOpen || typeof baseUrl !== 'string' || baseUrl === ownService) return undefined
  if (typeof keyedAs !== 'string' || typeof emptyForm !== 'string') return undefined

  const { until } = (of(`pause.${id}`) ?? { until: 0 }) as Pause
  const { level } = (of(`failing.${id}`) ?? { level: 0 }) as Failing
  const settings = (of('settings') ?? {}) as Partial<Settings>
  // The budget under its former name has a default of its own.
  if (until > now() || level !== 0 || 'requestBudget' in settings) return undefined

  const sent = (of(`sent.${id}`) ?? []) as number[]
  const limits = (of(`limits.${id}`) ?? { sentAt: 0, policies: [], left: [] }) as Limits
  const reads = readsOf(parts, settings.timeZone === 'utc' ? 'UTC' : 'local')
  const urls = reads.map(({ of: name, query }) => {
    const text = queryText(query)
    return new URL(baseUrl + parts.first.paths[name] + (text === '' ? '' : `?${text}`))
  })
  const { sentWithin, untilBudget } = createReadBudget({
    now,
    ownBudget: () => settings.readsAMinute,
    sent: () => sent,
    limits: () => limits,
  })
  if (reads.length === 0 || untilBudget('first', reads.length) > 0) return undefined
  const connection = { id, baseUrl, keyedAs, declaredMode, emptyForm } as Connection
  return { connection, reads, urls, sent: sentWithin(MINUTE) }
}

/** First reads of the page; none if its address has more than simple filters. */
function readsOf({ page, first, local, now }: Parts, zone: 'UTC' | 'local'): Read[] {
  const path = page.pathname.replace(/\/$/, '')
  // `/` redirects to the portfolio without its search parameters.
  const search = [...new URLSearchParams(path === '' ? '' : page.search)]
  const chosen = Object.fromEntries(search)
  if (Object.keys(chosen).length < search.length) return []
  if (path === '/smart-trades') {
    const { trade: _trade, ...filters } = chosen
    const query: Record<string, string | number> = { ...first.defaults }
    for (const [name, value] of Object.entries(filters)) {
      const allowed = Object.hasOwn(first.filters, name) ? first.filters[name] : []
      const isNumber = typeof allowed === 'number'
      const isSimple = isNumber
        ? /^[1-9]\d{0,4}$/.test(value) && Number(value) <= allowed
        : allowed?.includes(value)
      if (!isSimple) return []
      query[name] = isNumber ? Number(value) : value
    }
    return [{ of: 'list', request: { query }, query }]
  }
  const { range, scope, from, to } = chosen
  const known = RANGES.find((one) => one === range)
  const isSimple = scope === undefined && from === undefined && to === undefined && known === range
  if ((path !== '/portfolio' && path !== '') || !isSimple) return []
  const shown = known ?? lastRange({ get: (name) => stored(() => local, `choice.${name}`) })
  const { params } = first
  return [
    { of: 'table', request: { params }, query: {} },
    ...firstPeriods(shown, now(), zone).map((period) => ({
      of: 'history' as const,
      request: { params, query: { date_from: period.from } },
      query: { date_from: new Date(period.from).toISOString() },
    })),
  ]
}

const HANDOVER = 'quarterdeckEarlyReads'

export const handOver = (reads: Promise<EarlyReads | undefined>): void =>
  void Reflect.set(globalThis, HANDOVER, reads)

/** Returns the reads of the inline script, once. */
export function takeOver(): Promise<EarlyReads | undefined> | undefined {
  const reads = Reflect.get(globalThis, HANDOVER) as ReturnType<typeof takeOver>
  Reflect.deleteProperty(globalThis, HANDOVER)
  return reads
}
