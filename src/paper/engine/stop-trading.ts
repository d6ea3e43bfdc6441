import { Refusal } from '../refusal.ts'
import type { Acts, Engine } from './engine.ts'

/** Notes and the mode move no money: they go on. */
type Trade = Exclude<keyof Acts, 'setSmartTradeNote' | 'setMode'>

const TRADES: Record<Trade, 'sync' | 'async'> = {
  createSmartTrade: 'sync',
  cancelSmartTrade: 'async',
  closeSmartTrade: 'async',
  stopGridBot: 'sync',
  startGridBot: 'sync',
  createGridBot: 'sync',
  startDcaBot: 'sync',
  stopDcaBot: 'sync',
  createDcaBot: 'sync',
  startDeal: 'sync',
  signal: 'sync',
  sellAllToUsd: 'sync',
}

/** Makes an engine refuse whatever would move money, and say why. */
export function stopTrading(engine: Engine, reason: string): void {
  const refuse = (): never => {
    throw new Refusal('unprocessable_entity', reason)
  }
  const refuseLater = async (): Promise<never> => refuse()
  for (const name of Object.keys(TRADES) as Trade[]) {
    // A function that never returns does for one that returns a promise as well.
    engine[name] = TRADES[name] === 'sync' ? refuse : (refuseLater as () => never)
  }
}
