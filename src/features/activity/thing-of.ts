import * as z from 'zod/mini'

import { createDcaBot, startDcaBot, startDeal, stopDcaBot } from '#contract/dca-bots.ts'
import { createGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  createSmartTrade,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import { integerText, uuid } from '#contract/primitives.ts'
import type { Intent } from '#intents/intent.ts'

import { subjectOf } from './intent-words.ts'

/** A SmartTrade or a grid bot by its number, or a DCA bot by its UUID. */
export type Thing =
  | { kind: 'SmartTrade' | 'grid bot'; id: number }
  | { kind: 'DCA bot'; id: string }

const MAKES: Partial<Record<string, Thing['kind']>> = {
  [createSmartTrade.name]: 'SmartTrade',
  [createGridBot.name]: 'grid bot',
  [createDcaBot.name]: 'DCA bot',
}
const CHANGES: Partial<Record<string, Thing['kind']>> = {
  [setSmartTradeNote.name]: 'SmartTrade',
  [cancelSmartTrade.name]: 'SmartTrade',
  [closeSmartTrade.name]: 'SmartTrade',
  [startGridBot.name]: 'grid bot',
  [stopGridBot.name]: 'grid bot',
  [startDcaBot.name]: 'DCA bot',
  [stopDcaBot.name]: 'DCA bot',
  [startDeal.name]: 'DCA bot',
}

/** What an intent has made or was about; several where the network repeated it. */
export function thingsOf(intent: Intent): Thing[] {
  const { endpoint, outcome } = intent
  const made = MAKES[endpoint.name]
  if (made !== undefined) return idsOf(outcome).flatMap((id) => thing(made, id))
  const changed = CHANGES[endpoint.name]
  return changed === undefined ? [] : thing(changed, subjectOf(intent))
}

/** Nothing, where the id is none that such a thing could have. */
function thing(kind: Thing['kind'], id: unknown): Thing[] {
  if (kind === 'DCA bot') return uuid.safeParse(id).success ? [{ kind, id: String(id) }] : []
  const number = z.safeDecode(integerText, id as never)
  return number.success ? [{ kind, id: number.data }] : []
}

function idsOf(outcome: Intent['outcome']): readonly unknown[] {
  if (outcome.kind === 'duplicated') return outcome.ids
  return outcome.kind === 'placed' ? [(outcome.answer as { id?: unknown }).id] : []
}
