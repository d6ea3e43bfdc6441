import { can } from '#trading/allowed.ts'

import { allow } from '../../refusal.ts'
import type { World } from '../world.ts'
import { ask } from './smart-trade-close.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

/** Asks for a trade to be taken back at the next second. Throws `Refusal` where that may not be. */
export function askToCancel(world: World, trade: SmartTradeRecord): void {
  allow(can.cancelSmartTrade(smartTradeEntity(world, trade)))
  ask(world, trade, 'cancellation_pending')
}

/** Asks for a trade to be closed at the market at the next second. Throws `Refusal` where that may not be. */
export function askToClose(world: World, trade: SmartTradeRecord): void {
  allow(can.closeSmartTrade(smartTradeEntity(world, trade)))
  ask(world, trade, 'panic_sell_pending')
}
