import {
  createDcaBot,
  type DcaBot,
  dcaBotDraft,
  type DcaBotDraft,
  listDcaBots,
} from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createGridBot,
  type GridBot,
  gridBotDraft,
  type GridBotDraft,
  listGridBots,
} from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Read, read } from '#contract/read.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { createSmartTrade, listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'

import type { Evidence, Known } from './evidence.ts'
import { accountOf, type Intent } from './intent.ts'
import type { MadeId, Outcome } from './outcome.ts'
import { refOf } from './ref.ts'

/** How far the two clocks may be wrongly known. */
const TOLERANCE = 10_000

/** A request that makes something, and the list that what it made stands in. */
type Making<Thing, Draft> = {
  endpoint: Endpoint
  draftOf: (body: unknown) => Draft
  request: (draft: Draft, since: Instant) => unknown
  madeAt: (thing: Thing) => Instant | undefined
  isLike: (thing: Thing, draft: Draft) => boolean
}

type Trade = Read<SmartTrade>
type TradeDraft = Read<SmartTradeDraft>

const TRADE: Making<Trade, TradeDraft> = {
  endpoint: listSmartTrades,
  draftOf: (body) => read(smartTradeDraft, body).value,
  request: (draft, since) => ({
    query: {
      account_id: draft.account_id,
      pair: draft.pair,
      from: since - (since % 1_000),
      status: 'all',
      order_by: 'created_at',
      order_direction: 'DESC',
      per_page: 50,
    },
  }),
  madeAt: ({ data }) => data?.created_at,
  isLike: isTradeLike,
}

/** A `ref:` tells for certain; without one all that was asked for has to be the same. */
function isTradeLike(trade: Trade, draft: TradeDraft): boolean {
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

const BOT: Making<Read<GridBot>, Read<GridBotDraft>> = {
  endpoint: listGridBots,
  draftOf: (body) => read(gridBotDraft, body).value,
  request: () => ({}),
  madeAt: ({ created_at }) => created_at,
  isLike: (bot, draft) =>
    bot.account_id === draft.account_id &&
    bot.pair === draft.pair &&
    bot.grids_quantity === draft.grids_quantity &&
    bot.lower_price === draft.lower_price &&
    bot.upper_price === draft.upper_price &&
    bot.quantity_per_grid === draft.quantity_per_grid,
}

const DCA_BOT: Making<Read<DcaBot>, Read<DcaBotDraft>> = {
  endpoint: listDcaBots,
  draftOf: (body) => read(dcaBotDraft, body).value,
  request: ({ pair }) => ({ query: { pair } }),
  madeAt: ({ created_at }) => created_at,
  isLike: (bot, draft) =>
    (Object.keys(dcaBotDraft.shape) as (keyof DcaBotDraft)[]).every((member) =>
      isSame(bot[member], draft[member]),
    ),
}

/** What a service does not tell speaks neither for nor against. */
const isSame = (told: unknown, asked: unknown): boolean => told === undefined || told === asked

/** Looks for what was made since a request went out and is like what it asked for. */
export function evidenceOfMaking(intent: Intent, known: Known): Evidence | undefined {
  switch (intent.endpoint.name) {
    case createSmartTrade.name:
      return madeBy(TRADE, intent, known)
    case createGridBot.name:
      return madeBy(BOT, intent, known)
    case createDcaBot.name:
      return madeBy(DCA_BOT, intent, known)
    default:
      return undefined
  }
}

function madeBy<Thing extends { id?: MadeId | undefined }, Draft extends { pair?: unknown }>(
  { endpoint, draftOf, request, madeAt, isLike }: Making<Thing, Draft>,
  intent: Intent,
  { claimed, offset }: Known,
): Evidence {
  const { body, sentAt, endedAt, outcome } = intent
  const draft = draftOf(JSON.parse(body))
  const since = sentAt + offset - TOLERANCE
  const until = outcome.kind === 'unknown' ? Infinity : (endedAt ?? since) + offset + TOLERANCE
  const isMadeMeanwhile = (thing: Thing) => {
    const at = madeAt(thing)
    return at === undefined || (at >= since && at <= until)
  }
  return {
    endpoint,
    request: request(draft, since),
    judge(answer) {
      const found = (answer as Thing[]).filter(
        (thing) =>
          thing.id !== undefined &&
          !claimed.has(thing.id) &&
          isMadeMeanwhile(thing) &&
          isLike(thing, draft),
      )
      return outcomeOf(outcome, found)
    },
    isMistakable(other) {
      if (other.endpoint.name !== intent.endpoint.name) return false
      const asked = draftOf(JSON.parse(other.body))
      // What is asked for has the members that are compared of what is made.
      const isAlike = asked.pair === draft.pair && isLike(asked as unknown as Thing, draft)
      return isAlike && accountOf(other) === accountOf(intent)
    },
  }
}

function outcomeOf(
  outcome: Outcome,
  found: readonly { id?: MadeId | undefined }[],
): Outcome | undefined {
  const ids = found.flatMap(({ id }) => id ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  if (ids.length > 1) return { kind: 'duplicated', ids }
  // What it made itself is all that a placed one should find.
  if (outcome.kind === 'placed' || ids.length === 0) return undefined
  return { kind: 'placed', answer: found[0], isFound: true }
}
