import type { Changes, Engine } from '#paper/engine/engine.ts'
import type { OpenWorld } from '#paper/living-worlds.ts'
import { Refusal } from '#paper/refusal.ts'

/** A world in which nothing is and nothing happens but the mode. */
export const openStillWorld: OpenWorld = (origin, stored) => {
  let mode: Engine['mode'] = stored?.stored[0]?.json === '"real"' ? 'real' : 'paper'
  let now = origin.madeAt
  let changes: Changes = { stored: [], appended: [] }
  const nothing = (): never => {
    throw new Refusal('not_found', 'There is nothing with that id.')
  }
  return {
    get mode() {
      return mode
    },
    get now() {
      return now
    },
    smartTrades: () => [],
    gridBots: () => [],
    dcaBots: () => [],
    exchanges: () => [],
    balanceHistory: () => [],
    balanceTable: () => [],
    history: () => [],
    pairs: () => [],
    candles: () => [],
    smartTrade: nothing,
    gridBot: nothing,
    requiredBalances: nothing,
    dcaBot: nothing,
    createSmartTrade: nothing,
    setSmartTradeNote: nothing,
    cancelSmartTrade: nothing,
    closeSmartTrade: nothing,
    stopGridBot: nothing,
    startGridBot: nothing,
    createGridBot: nothing,
    startDcaBot: nothing,
    createDcaBot: nothing,
    sellAllToUsd: nothing,
    setMode(wished) {
      mode = wished
      changes.stored.push({ kind: 'mode', id: '', json: JSON.stringify(mode) })
    },
    advance(to) {
      now = to
    },
    takeChanges() {
      const taken = changes
      changes = { stored: [], appended: [] }
      return taken
    },
  }
}
