import { lineOf } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import {
  closeSmartTrade,
  cancelSmartTrade,
  createSmartTrade,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import type { Intent } from '#intents/journal.ts'
import type { Outcome } from '#intents/outcome.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  [createSmartTrade.name, 'Create a SmartTrade'],
  [setSmartTradeNote.name, 'Set a note'],
  [cancelSmartTrade.name, 'Cancel a SmartTrade'],
  [closeSmartTrade.name, 'Close a SmartTrade at market'],
  [stopGridBot.name, 'Stop a grid bot'],
  [startGridBot.name, 'Start a grid bot'],
  [sellAllToUsd.name, 'Sell all to USD'],
  [setMode.name, 'Switch the mode'],
])

/** What was asked for, in words; the request line where there are none. */
export const nameOf = ({ endpoint }: Intent): string => NAMES.get(endpoint.name) ?? lineOf(endpoint)

export const END_STATES: Record<Outcome['kind'], string> = {
  sending: 'Sending',
  placed: 'Placed',
  refused: 'Refused',
  unknown: 'Unknown',
}

/** What the service said, or that it said nothing. */
export function detailOf({ outcome }: Intent): string {
  if (outcome.kind === 'sending') return 'No answer yet.'
  if (outcome.kind === 'placed') return 'The service took it.'
  const { failure } = outcome.error
  if (failure.kind === 'refused') return `${failure.status} ${failure.code}: ${failure.description}`
  if (outcome.kind === 'refused') return 'Nothing was sent.'
  return failure.kind === 'unreachable'
    ? 'No answer came. It may have been taken: look before you send it again.'
    : 'The answer could not be read. It may have been taken: look before you send it again.'
}

/** Unknown outcomes first, then the newest. */
export const inOrder = (intents: readonly Intent[]): Intent[] => [
  ...intents.filter(({ outcome }) => outcome.kind === 'unknown'),
  ...intents.filter(({ outcome }) => outcome.kind !== 'unknown'),
]
