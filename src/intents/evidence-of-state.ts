import { ApiError } from '#client/api-error.ts'
import { getDcaBot, startDcaBot, stopDcaBot } from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  getSmartTrade,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import { getMode, setMode } from '#contract/system.ts'

import type { Evidence } from './evidence.ts'
import type { Intent } from './intent.ts'
import type { MadeId, Outcome } from './outcome.ts'

type Wish = Pick<Intent, 'body' | 'endpoint' | 'target'>
type Asked = { id: string | undefined; query: URLSearchParams; body: Record<string, unknown> }
type State = {
  endpoint: Endpoint
  isReached: (answer: never, asked: Asked) => boolean
  /** What an answer says that does not say so; where there is none, success is taken at its word. */
  saysInstead?: (answer: never) => string
}

type Trade = { note?: string; status?: { type?: string } }
type Bot = { is_enabled?: boolean }

const SAYS_NOTHING = 'The answer does not say.'

/**
 * Writes that leave something in a state that can be read. Selling everything is none of them: that
 * only dollars are left says nothing of the bots and trades it had to stop. Nor is a deal of a DCA bot,
 * which opens deals by itself.
 */
const STATES: Partial<Record<string, State>> = {
  [stopGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: Bot) => bot.is_enabled === false,
    saysInstead: (bot: Bot) =>
      bot.is_enabled ? 'The answer says that it still runs.' : SAYS_NOTHING,
  },
  [startGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: Bot) => bot.is_enabled === true,
    saysInstead: (bot: Bot) =>
      bot.is_enabled === false ? 'The answer says that it does not run.' : SAYS_NOTHING,
  },
  [startDcaBot.name]: {
    endpoint: getDcaBot,
    isReached: ({ status }: { status?: string }) => status === 'running',
    saysInstead: ({ status }: { status?: string }) =>
      status === undefined ? SAYS_NOTHING : `The answer says that it is ${status}.`,
  },
  [stopDcaBot.name]: {
    endpoint: getDcaBot,
    // A completed bot without open deals stays completed when it is stopped.
    isReached: ({ status }: { status?: string }) => status === 'stopped' || status === 'completed',
    saysInstead: ({ status }: { status?: string }) =>
      status === undefined ? SAYS_NOTHING : `The answer says that it is ${status}.`,
  },
  [setSmartTradeNote.name]: {
    endpoint: getSmartTrade,
    isReached: (trade: Trade, { body }) => trade.note === body['note'],
  },
  // One that ended by itself was not ended by this request.
  [cancelSmartTrade.name]: {
    endpoint: getSmartTrade,
    isReached: ({ status }: Trade) => status?.type?.startsWith('cancel') === true,
  },
  [closeSmartTrade.name]: {
    endpoint: getSmartTrade,
    isReached: ({ status }: Trade) => status?.type?.startsWith('panic_s') === true,
  },
  [setMode.name]: {
    endpoint: getMode,
    isReached: (told: { mode?: string }, { query }) => told.mode === query.get('mode'),
  },
}

/** Reads the thing that a write was about: done is what was asked for and is so. */
export function evidenceOfState(intent: Intent): Evidence | undefined {
  const state = STATES[intent.endpoint.name]
  if (!state) return undefined
  const asked = askedOf(intent)
  return {
    endpoint: state.endpoint,
    request: 'params' in state.endpoint ? { params: { id: idOf(state.endpoint, asked.id) } } : {},
    judge: (answer) =>
      !isOfAnother(answer, asked) && state.isReached(answer as never, asked)
        ? { kind: 'placed', answer, isFound: true }
        : undefined,
  }
}

/** What an answer of success means: of a bot it has to say that it is as was asked for. */
export function outcomeOfAnswer(answer: unknown, wish: Wish): Outcome {
  const doubt = doubtAbout(answer, wish)
  return doubt === undefined
    ? { kind: 'placed', answer }
    : { kind: 'unknown', error: new ApiError({ kind: 'unreadable', status: 0, because: doubt }) }
}

function doubtAbout(answer: unknown, wish: Wish): string | undefined {
  const asked = askedOf(wish)
  if (isOfAnother(answer, asked)) {
    return `The answer is about ${wish.endpoint.path.includes('/bots/') ? 'bot ' : ''}${idIn(answer)}.`
  }
  const state = STATES[wish.endpoint.name]
  if (!state?.saysInstead || state.isReached(answer as never, asked)) return undefined
  return state.saysInstead(answer as never)
}

const idIn = (answer: unknown) => (answer as { id?: MadeId }).id

const isOfAnother = (answer: unknown, { id }: Asked): boolean =>
  id !== undefined && idIn(answer) !== undefined && String(idIn(answer)) !== id

/** DCA bots go by UUIDs, everything else by numbers. */
const idOf = (endpoint: Endpoint, id: string | undefined) =>
  endpoint.name === getDcaBot.name ? id : Number(id)

function askedOf({ endpoint, target, body }: Wish): Asked {
  const [path = '', query = ''] = target.split('?')
  const form = endpoint.path.replace(/:\w+/, '([^/]+)')
  return {
    id: new RegExp(`${form}$`).exec(path)?.[1],
    query: new URLSearchParams(query),
    body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  }
}
