import type { Endpoint } from '#contract/endpoint.ts'
import { getGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Read, read } from '#contract/read.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import {
  createSmartTrade,
  getSmartTrade,
  listSmartTrades,
  setSmartTradeNote,
  type SmartTrade,
} from '#contract/smart-trades.ts'
import { getMode, setMode } from '#contract/system.ts'

import type { Intent } from './intent.ts'
import type { Outcome } from './outcome.ts'
import { refOf } from './ref.ts'

/** What to read to find out how an intent ended, and what the answer shows. */
export type Evidence = {
  endpoint: Endpoint
  request: unknown
  /** `undefined`: nothing to be seen, which is no proof that nothing was done. */
  judge: (answer: unknown) => Outcome | undefined
}

export type Known = {
  /** Trades that belong to other intents; `undefined` while that cannot be told. */
  claimed: ReadonlySet<number> | undefined
  offers: (name: string) => boolean
  /** The service's clock less this browser's. */
  offset: number
}

/** How far the two clocks may be wrongly known. */
const TOLERANCE = 10_000

/** `undefined` where no reading would tell. */
export function evidenceOf(intent: Intent, known: Known): Evidence | undefined {
  if (intent.endpoint.name === createSmartTrade.name) return ordersLike(intent, known)
  const state = STATES[intent.endpoint.name]
  if (!state || !known.offers(state.endpoint.name)) return undefined
  const asked = askedOf(intent)
  return {
    endpoint: state.endpoint,
    request: 'params' in state.endpoint ? { params: { id: Number(asked.id) } } : {},
    judge: (answer) =>
      state.isReached(answer as never, asked)
        ? { kind: 'placed', answer, isFound: true }
        : undefined,
  }
}

type Asked = { id: string | undefined; query: URLSearchParams; body: Record<string, unknown> }
type State = { endpoint: Endpoint; isReached: (answer: never, asked: Asked) => boolean }

/** Writes that can be done twice without harm: done is what the service is asked for and has. */
const STATES: Partial<Record<string, State>> = {
  [stopGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: { is_enabled?: boolean }) => bot.is_enabled === false,
  },
  [startGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: { is_enabled?: boolean }) => bot.is_enabled === true,
  },
  [setSmartTradeNote.name]: {
    endpoint: getSmartTrade,
    isReached: (trade: { note?: string }, { body }) => trade.note === body['note'],
  },
  [setMode.name]: {
    endpoint: getMode,
    isReached: (told: { mode?: string }, { query }) => told.mode === query.get('mode'),
  },
}

function askedOf({ endpoint, target, body }: Intent): Asked {
  const [path = '', query = ''] = target.split('?')
  const form = endpoint.path.replace(/:\w+/, '([^/]+)')
  return {
    id: new RegExp(`${form}$`).exec(path)?.[1],
    query: new URLSearchParams(query),
    body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  }
}

type Trade = Read<SmartTrade>
type Draft = Read<SmartTradeDraft>

/** The trades made since an order went out that look like it. */
function ordersLike(intent: Intent, { claimed, offset }: Known): Evidence {
  const draft = read(smartTradeDraft, JSON.parse(intent.body)).value
  const since = intent.sentAt + offset - TOLERANCE
  const { outcome, endedAt } = intent
  const until = outcome.kind === 'unknown' ? Infinity : (endedAt ?? since) + offset + TOLERANCE
  return {
    endpoint: listSmartTrades,
    request: {
      query: {
        account_id: draft.account_id,
        pair: draft.pair,
        from: since - (since % 1_000),
        status: 'all',
        order_by: 'created_at',
        order_direction: 'DESC',
        per_page: 50,
      },
    },
    judge(answer) {
      if (!claimed) return undefined
      const found = (answer as Trade[]).filter(
        (trade) =>
          trade.id !== undefined &&
          !claimed.has(trade.id) &&
          isMadeWithin(trade, since, until) &&
          isLike(trade, draft),
      )
      return outcomeOf(outcome, found)
    },
  }
}

function outcomeOf(outcome: Outcome, found: readonly Trade[]): Outcome | undefined {
  const ids = found.flatMap(({ id }) => id ?? []).toSorted((a, b) => a - b)
  if (ids.length > 1) return { kind: 'twice', ids }
  // Its own trade alone is what a placed order should find.
  if (outcome.kind === 'placed' || ids.length === 0) return undefined
  return { kind: 'placed', answer: found[0], isFound: true }
}

const isMadeWithin = ({ data }: Trade, since: Instant, until: Instant): boolean =>
  data?.created_at === undefined || (data.created_at >= since && data.created_at <= until)

/** A `ref:` tells for certain; without one all that was asked for has to be the same. */
function isLike(trade: Trade, draft: Draft): boolean {
  const ref = refOf(draft.note)
  if (ref !== undefined) return refOf(trade.note) === ref
  const { position } = trade
  const asked = draft.position
  return (
    position?.type === asked?.type &&
    position?.units?.value === asked?.units?.value &&
    isSame(position?.order_type, asked?.order_type) &&
    (asked?.price?.value === undefined || isSame(position?.price?.value, asked.price.value)) &&
    isSame(trade.note, draft.note ?? '')
  )
}

/** What a service does not tell speaks neither for nor against. */
const isSame = (told: unknown, asked: unknown): boolean => told === undefined || told === asked
