import type { Handlers } from '../http/routes.ts'
import { checkRange } from './check-range.ts'

export const exchangeHandlers = {
  listExchanges: (_request, { engine }) => engine.exchanges(),
  getBalanceHistory({ params, query }, { engine, worlds }) {
    const to = query.date_to ?? worlds.now()
    checkRange('date_from', query.date_from, 'date_to', to)
    return engine.balanceHistory(params.id, query.date_from, to)
  },
  getBalanceTable: ({ params }, { engine }) => engine.balanceTable(params.id),
  sellAllToUsd: ({ params }, { engine }) => engine.sellAllToUsd(params.id),
} satisfies Partial<Handlers>
