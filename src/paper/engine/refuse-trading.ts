import { Refusal } from '../refusal.ts'
import type { Acts } from './engine.ts'

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

/** Makes an engine refuse whatever would move money while there is a reason, and say it. */
export function refuseTrading(engine: Acts, reason: () => string | undefined): void {
  for (const name of Object.keys(TRADES) as Trade[]) {
    const act = engine[name] as (...input: unknown[]) => unknown
    const guarded = (...input: unknown[]): unknown => {
      const said = reason()
      if (said === undefined) return act(...input)
      const refusal = new Refusal('unprocessable_entity', said)
      if (TRADES[name] === 'async') return Promise.reject(refusal)
      throw refusal
    }
    Object.assign(engine, { [name]: guarded })
  }
}
