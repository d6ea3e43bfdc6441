import type { Id } from '#contract/primitives.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { can } from '#trading/allowed.ts'

import { allow, found } from '../../refusal.ts'
import type { Past } from '../past.ts'
import { haltOf, isInMode, type World } from '../world.ts'
import { changeTrade, setNote } from './smart-trade-change.ts'
import { ask, touchTrade } from './smart-trade-close.ts'
import { createSmartTrade } from './smart-trade-create.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import { cancelFunds, changeFunds } from './smart-trade-funds.ts'
import { recordOf, smartTradePages } from './smart-trade-list.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

export function smartTradeRequests(world: World, past: Past) {
  async function tradeOf(id: Id): Promise<SmartTradeRecord> {
    const trade = world.smartTrades.get(id) ?? (await endedTrade(past, id))
    return found(trade && isInMode(world, trade) ? trade : undefined, 'SmartTrade', id)
  }

  const changing =
    <Input extends unknown[]>(change: (trade: SmartTradeRecord, ...input: Input) => void) =>
    async (id: Id, ...input: Input) => {
      const trade = await tradeOf(id)
      change(trade, ...input)
      return smartTradeEntity(world, trade)
    }

  return {
    smartTrades: smartTradePages(world, past),
    smartTrade: async (id: Id) => smartTradeEntity(world, await tradeOf(id)),
    createSmartTrade: (draft: SmartTradeDraft) =>
      smartTradeEntity(world, createSmartTrade(world, draft)),
    setSmartTradeNote: changing((trade, note: string) => {
      setNote(trade, note)
      touchTrade(world, trade)
    }),
    updateSmartTrade: changing((trade, change: SmartTradeChange) =>
      changeTrade(world, trade, change),
    ),
    addSmartTradeFunds: changing((trade, draft: FundsDraft) =>
      changeFunds(world, trade, 'add', draft),
    ),
    reduceSmartTradeFunds: changing((trade, draft: FundsDraft) =>
      changeFunds(world, trade, 'reduce', draft),
    ),
    cancelSmartTradeFunds: changing((trade, step: Id) => cancelFunds(world, trade, step)),
    cancelSmartTrade: changing((trade) => askToCancel(world, trade)),
    closeSmartTrade: changing((trade) => askToClose(world, trade)),
  }
}

/** Cancels a trade at the next second. Throws `Refusal`. */
export function askToCancel(world: World, trade: SmartTradeRecord): void {
  allow(can.cancelSmartTrade(smartTradeEntity(world, trade)))
  ask(world, trade, 'cancellation_pending')
}

/** Closes a trade at the market at the next second. Throws `Refusal`. */
export function askToClose(world: World, trade: SmartTradeRecord): void {
  allow(can.closeSmartTrade(smartTradeEntity(world, trade)) ?? haltOf(world, trade))
  ask(world, trade, 'panic_sell_pending')
}

async function endedTrade(past: Past, id: Id): Promise<SmartTradeRecord | undefined> {
  const trade = await past.trade(id)
  return trade && recordOf(trade)
}
