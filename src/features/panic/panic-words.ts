import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectId } from '#dialects/dialects.ts'
import type { RunWords } from '#forms/bulk-progress.tsx'
import { type BulkAction, type BulkAsk, type BulkRow, BULK_WRITES } from '#forms/bulk-run.ts'
import { isThrough, type RunView } from '#forms/use-bulk-run.ts'
import { formatCount } from '#money/format.ts'
import { plural } from '#money/words.ts'

import { PANIC_PARTS, type PanicPart } from './panic-list.ts'

type PartWords = {
  title: string
  does: string
  /** "3 bots". */
  rows: (count: number) => string
  none: string
}

export const PART_WORDS: Record<PanicPart, PartWords> = {
  stop: {
    title: 'Stop bots',
    does: 'Grid bots stop and cancel their orders. DCA bots open no more deals.',
    rows: (count) => plural(count, 'bot'),
    none: 'No bot is known to run.',
  },
  close: {
    title: 'Close positions at market',
    does: 'SmartTrades that hold something are closed at the market price, whatever it is.',
    rows: (count) => plural(count, 'position'),
    none: 'No position of a SmartTrade is known to be open.',
  },
  cancel: {
    title: 'Cancel entries',
    does: 'SmartTrades whose entry waits are cancelled. Nothing is bought or sold.',
    rows: (count) => plural(count, 'entry', 'entries'),
    none: 'No entry is known to wait.',
  },
  sell: {
    title: 'Sell everything to USD',
    does: 'Sells all that an exchange connection holds at the market price, and ends its bots, trades and orders. It cannot be undone.',
    rows: (count) => plural(count, 'account'),
    none: 'No exchange connection is known.',
  },
}

const WHAT: Record<BulkAction, string> = {
  stopGridBot: 'stopping grid bots',
  stopDcaBot: 'stopping DCA bots',
  cancelSmartTrade: 'cancelling SmartTrades',
  closeSmartTrade: 'closing SmartTrades',
  sellAllToUsd: 'selling everything',
}

/** The reason why the service is not asked for a write, as a sentence. */
export const whyNotOf =
  (dialect: DialectId = 'quarterdeck', offers: (name: string) => boolean | undefined) =>
  (action: BulkAction): string | undefined => {
    const { endpoint } = BULK_WRITES[action]
    const reason = DIALECT_WORDS[dialect].whyNot[action]
    if (reason !== undefined || !endpoint.extension) return reason
    const isOffered = offers(endpoint.name)
    if (isOffered === undefined) {
      return `Still reading whether this service offers ${WHAT[action]}.`
    }
    return isOffered ? undefined : `This service does not offer ${WHAT[action]}.`
  }

/** How many rows each part has, and none of a part that has none. */
function countsOf(asks: readonly BulkAsk[]): [PanicPart, number][] {
  return PANIC_PARTS.flatMap((part, step): [PanicPart, number][] => {
    const count = asks.filter(({ action }) => BULK_WRITES[action].step === step).length
    return count === 0 ? [] : [[part, count]]
  })
}

/** "stop 3 bots, cancel 1 entry", in the order in which it is sent. */
export const actWords = (asks: readonly BulkAsk[]): string =>
  countsOf(asks)
    .map(([part, count]) => `${part} ${PART_WORDS[part].rows(count)}`)
    .join(', ')

/** "Stop 3, cancel 1": what fits on a button. */
export function actLabel(asks: readonly BulkAsk[]): string {
  const words = countsOf(asks).map(([part, count]) => `${part} ${formatCount(count)}`)
  return sentence(words.join(', '))
}

/** While the lists are still read, what is found later is sent as well, and the button says so. */
export const AND_OTHERS = ' and all others found'

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const RUN_WORDS: RunWords = {
  done: 'done',
  list: 'What was sent and what became of it',
  sending: 'Sending',
  share: 'Share of the requests that are through',
  again: (name) => `Send again for ${name} (safe)`,
  ifUnknown:
    'What is unknown is being read. Sending a stop, a cancellation or a close again is safe: what has ended stays ended.',
  ifKnown: 'Every request has been answered.',
}

const VERBS: Record<BulkRow['action'], string> = {
  stopGridBot: 'stop',
  stopDcaBot: 'stop',
  cancelSmartTrade: 'cancel',
  closeSmartTrade: 'close',
  sellAllToUsd: 'sell all',
}

/** Beside the name of a row of the report; a UUID would say nothing. */
export const rowWords = ({ action, id }: BulkRow): string =>
  typeof id === 'number' || /^\d+$/.test(id) ? `${VERBS[action]} ${id}` : VERBS[action]

/** A sale is asked for by its typed phrase alone. */
export const whyNotAgain = ({ action }: BulkRow): string | undefined =>
  action === 'sellAllToUsd'
    ? 'Look at the balances before anything is sold again, from Portfolio.'
    : undefined

export function runTitle(view: RunView): string {
  const { rows, counts, isPaused, awaits } = view
  const done = `${formatCount(counts.done)} of ${formatCount(rows.length)}`
  if (isPanicOver(view)) return `Panic: ${done} ${awaits === 'ends' ? 'accepted' : 'done'}`
  return isPaused ? 'Panic is paused' : 'Panic is being sent'
}

/** Nothing is left to be sent, as far as the lists were read. */
export const isPanicOver = ({ counts, awaits }: RunView): boolean =>
  isThrough(counts) && awaits !== 'rows'

export const readingWords = (found: number): string =>
  found === 0
    ? 'Still reading what runs.'
    : `Still reading what runs, ${formatCount(found)} so far.`

export function awaitsWords({ awaits, rows, counts, isPaused }: RunView): string | undefined {
  if (isPaused) return undefined
  switch (awaits) {
    case 'rows':
      return counts.waiting + counts.sending > 0
        ? readingWords(rows.length)
        : 'Reading again whether anything is left.'
    case 'retry':
      return 'A list could not be read. It is read again until it can be.'
    case 'ends':
      return 'Some of it was accepted and has not ended yet. The lists are read until it has.'
    case undefined:
      return undefined
  }
}
