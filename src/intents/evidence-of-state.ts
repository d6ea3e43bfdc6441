import { getDcaBot, startDcaBot } from '#contract/dca-bots.ts'
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

type Asked = { id: string | undefined; query: URLSearchParams; body: Record<string, unknown> }
type State = { endpoint: Endpoint; isReached: (answer: never, asked: Asked) => boolean }

type Trade = { note?: string; status?: { type?: string } }
type Bot = { is_enabled?: boolean }

/**
 * Writes that leave something in a state that can be read. Selling everything is none of them: that
 * only dollars are left says nothing of the bots and trades it had to stop. Nor is a deal of a DCA bot,
 * which opens deals by itself.
 */
const STATES: Partial<Record<string, State>> = {
  [stopGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: Bot) => bot.is_enabled === false,
  },
  [startGridBot.name]: {
    endpoint: getGridBot,
    isReached: (bot: Bot) => bot.is_enabled === true,
  },
  [startDcaBot.name]: {
    endpoint: getDcaBot,
    isReached: ({ status }: { status?: string }) => status === 'running',
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
      state.isReached(answer as never, asked)
        ? { kind: 'placed', answer, isFound: true }
        : undefined,
  }
}

/** DCA bots go by UUIDs, everything else by numbers. */
const idOf = (endpoint: Endpoint, id: string | undefined) =>
  endpoint.name === getDcaBot.name ? id : Number(id)

function askedOf({ endpoint, target, body }: Intent): Asked {
  const [path = '', query = ''] = target.split('?')
  const form = endpoint.path.replace(/:\w+/, '([^/]+)')
  return {
    id: new RegExp(`${form}$`).exec(path)?.[1],
    query: new URLSearchParams(query),
    body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  }
}
