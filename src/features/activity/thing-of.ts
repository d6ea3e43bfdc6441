import { createGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  createSmartTrade,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import type { Intent } from '#intents/intent.ts'

import { subjectOf } from './intent-words.ts'

/** A SmartTrade or a grid bot, by its number. */
export type Thing = { kind: 'SmartTrade' | 'grid bot'; id: number }

const MAKES: Partial<Record<string, Thing['kind']>> = {
  [createSmartTrade.name]: 'SmartTrade',
  [createGridBot.name]: 'grid bot',
}
const CHANGES: Partial<Record<string, Thing['kind']>> = {
  [setSmartTradeNote.name]: 'SmartTrade',
  [cancelSmartTrade.name]: 'SmartTrade',
  [closeSmartTrade.name]: 'SmartTrade',
  [startGridBot.name]: 'grid bot',
  [stopGridBot.name]: 'grid bot',
}

/** What an intent has made or was about; several where the network repeated it. */
export function thingsOf(intent: Intent): Thing[] {
  const { endpoint, outcome } = intent
  const made = MAKES[endpoint.name]
  if (made !== undefined) return idsOf(outcome).map((id) => ({ kind: made, id }))
  const changed = CHANGES[endpoint.name]
  const id = Number(subjectOf(intent))
  return changed !== undefined && Number.isInteger(id) ? [{ kind: changed, id }] : []
}

function idsOf(outcome: Intent['outcome']): readonly number[] {
  if (outcome.kind === 'twice') return outcome.ids
  const id = outcome.kind === 'placed' ? (outcome.answer as { id?: unknown }).id : undefined
  return typeof id === 'number' ? [id] : []
}
