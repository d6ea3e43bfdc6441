import { Refusal } from '../refusal.ts'
import type { Acts, Engine } from './engine.ts'

/** Notes and the mode move no money: they go on. */
type Trade = Exclude<keyof Acts, 'setSmartTradeNote' | 'setMode'>

const TRADES: Record<Trade, true> = {
  createSmartTrade: true,
  cancelSmartTrade: true,
  closeSmartTrade: true,
  stopGridBot: true,
  startGridBot: true,
  createGridBot: true,
  startDcaBot: true,
  stopDcaBot: true,
  createDcaBot: true,
  startDeal: true,
  signal: true,
  sellAllToUsd: true,
}

/** Makes an engine refuse whatever would move money, and say why. */
export function stopTrading(engine: Engine, reason: string): void {
  for (const name of Object.keys(TRADES) as Trade[]) {
    engine[name] = () => {
      throw new Refusal('unprocessable_entity', reason)
    }
  }
}
