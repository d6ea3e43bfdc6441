import type { Handlers } from '../http/routes.ts'
import { checkRange } from './check-range.ts'

export const smartTradeHandlers = {
  listSmartTrades({ query }, { engine }) {
    checkRange('from', query.from, 'to', query.to)
    return engine.smartTrades(query)
  },
  getSmartTrade: ({ params }, { engine }) => engine.smartTrade(params.id),
  createSmartTrade: ({ body }, { engine }) => engine.createSmartTrade(body),
  setSmartTradeNote: ({ params, body }, { engine }) =>
    engine.setSmartTradeNote(params.id, body.note),
  cancelSmartTrade: ({ params }, { engine }) => engine.cancelSmartTrade(params.id),
  closeSmartTrade: ({ params }, { engine }) => engine.closeSmartTrade(params.id),
} satisfies Partial<Handlers>
