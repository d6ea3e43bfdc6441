import { createDcaBot, startDcaBot, startDeal, stopDcaBot } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { createGridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  createSmartTrade,
  setSmartTradeNote,
} from '#contract/smart-trades.ts'
import { setMode } from '#contract/system.ts'
import { deliveredWords } from '#intents/delivered-words.ts'
import type { Intent } from '#intents/intent.ts'
import type { Outcome } from '#intents/outcome.ts'
import { HIDDEN } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  [createSmartTrade.name, 'Create a SmartTrade'],
  [setSmartTradeNote.name, 'Set a note'],
  [cancelSmartTrade.name, 'Cancel a SmartTrade'],
  [closeSmartTrade.name, 'Close a SmartTrade at market'],
  [createGridBot.name, 'Create a grid bot'],
  [startGridBot.name, 'Start a grid bot'],
  [stopGridBot.name, 'Stop a grid bot'],
  [createDcaBot.name, 'Create a DCA bot'],
  [startDcaBot.name, 'Start a DCA bot'],
  [stopDcaBot.name, 'Stop a DCA bot'],
  [startDeal.name, 'Start a deal of a DCA bot'],
  [sellAllToUsd.name, 'Sell all to USD'],
  [setMode.name, 'Switch the mode'],
])

/** What was asked for, in words; the request line where there are none. */
export const nameOf = ({ endpoint }: Intent): string => NAMES.get(endpoint.name) ?? lineOf(endpoint)

/** What it was asked for: a side, an amount and a pair, or the id in its path. */
export function subjectOf(
  { endpoint, target, body }: Pick<Intent, 'endpoint' | 'target' | 'body'>,
  areAmountsHidden = false,
): string {
  if (endpoint.name === createSmartTrade.name) {
    const { pair, position } = JSON.parse(body) as {
      pair?: string
      position?: { type?: string; units?: { value?: string } }
    }
    const units = areAmountsHidden ? HIDDEN : position?.units?.value
    return [position?.type, units, pair && toSlashPair(pair)].filter(Boolean).join(' ')
  }
  if (endpoint.name === createDcaBot.name) {
    return (JSON.parse(body) as { pair?: string }).pair ?? ''
  }
  if (endpoint.name === createGridBot.name) {
    const { pair } = JSON.parse(body) as { pair?: string }
    return pair === undefined ? '' : toSlashPair(pair)
  }
  const [path = '', query = ''] = target.split('?')
  const form = endpoint.path.replace(/:\w+/, '([^/]+)')
  return new RegExp(`${form}$`).exec(path)?.[1] ?? query
}

const END_STATES = {
  sending: 'Sending',
  placed: 'Placed',
  refused: 'Refused',
  unsent: 'Not sent',
  unknown: 'Unknown',
} as const

export const endStateOf = (outcome: Outcome): string =>
  outcome.kind === 'duplicated' ? deliveredWords(outcome.ids.length) : END_STATES[outcome.kind]

export type MadeKind = 'grid bot' | 'DCA bot' | 'SmartTrade'

/** What an intent makes, where it makes something. */
export const kindOf = ({ name }: Intent['endpoint']): MadeKind =>
  name === createGridBot.name ? 'grid bot' : name === createDcaBot.name ? 'DCA bot' : 'SmartTrade'

/** What is known of it, in one line. */
export function detailOf({ endpoint, outcome, looked, closedAt }: Intent): string {
  switch (outcome.kind) {
    case 'sending':
      return 'No answer yet.'
    case 'placed':
      return outcome.isFound
        ? 'No usable answer came. It was found by reading the service.'
        : 'The service took it.'
    case 'duplicated':
      return `The network repeated it. It made ${kindOf(endpoint)}s ${listWords(outcome.ids)}.`
    case 'unsent':
      return `Nothing was sent. ${outcome.because}`
    case 'refused': {
      const { failure } = outcome.error
      return `${failure.status} ${failure.code}: ${failure.description}`
    }
    case 'unknown':
      if (closedAt !== undefined) return outcome.error.message
      return looked && looked.endedAt === undefined
        ? `${outcome.error.message} Looking for it: check ${looked.checks + 1}.`
        : `${outcome.error.message} It may have been taken.`
  }
}

/** "4, 5 and 6". */
const listWords = (ids: readonly unknown[]): string =>
  `${ids.slice(0, -1).join(', ')} and ${String(ids.at(-1))}`
