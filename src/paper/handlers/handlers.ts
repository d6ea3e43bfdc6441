import type { Handlers } from '../http/routes.ts'
import { chartingSignalHandlers } from './charting-signal.ts'
import { dcaBotHandlers } from './dca-bots.ts'
import { exchangeHandlers } from './exchanges.ts'
import { gridBotHandlers } from './grid-bots.ts'
import { historyHandlers } from './history.ts'
import { marketHandlers } from './market.ts'
import { smartTradeHandlers } from './smart-trades.ts'
import { systemHandlers } from './system.ts'

/** What answers each endpoint of the contract. */
export const handlers: Handlers = {
  ...smartTradeHandlers,
  ...gridBotHandlers,
  ...dcaBotHandlers,
  ...chartingSignalHandlers,
  ...exchangeHandlers,
  ...historyHandlers,
  ...marketHandlers,
  ...systemHandlers,
}
