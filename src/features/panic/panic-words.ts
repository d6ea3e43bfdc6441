import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectId } from '#dialects/dialects.ts'
import { countsOf, type RunWords } from '#forms/bulk-progress.tsx'
import { type BulkAction, type BulkAsk, type BulkPart, BULK_WRITES } from '#forms/bulk-run.ts'
import { isThrough, type RunView } from '#forms/use-bulk-run.ts'
import { formatCount, plural, textOr } from '#money/format.ts'

import type { PanicList, PanicRow } from './panic-list.ts'

type PartWords = {
  title: string
  does: string
  rows: (count: number) => string
  none: string
}

export const PART_WORDS: Record<BulkPart, PartWords> = {
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

export const actWords = (asks: readonly BulkAsk[]): string =>
  countsOf(asks)
    .map(([part, count]) => `${part} ${PART_WORDS[part].rows(count)}`)
    .join(', ')

/** End of the button label while lists are loading: rows found later are sent as well. */
export const AND_OTHERS = ' and all others found'

function runTitle(view: RunView): string {
  const { rows, counts, isPaused, awaits } = view
  const done = `${formatCount(counts.done)} of ${formatCount(rows.length)}`
  if (isPanicOver(view)) return `Panic: ${done} ${awaits === 'ends' ? 'accepted' : 'done'}`
  return isPaused ? 'Panic is paused' : 'Panic is being sent'
}

export const PANIC_WORDS: RunWords = { title: runTitle, done: 'done' }

/** Nothing is left to send, as far as the lists were read. */
export const isPanicOver = ({ counts, awaits }: RunView): boolean =>
  isThrough(counts) && awaits !== 'rows'

type AfterPanic = Pick<PanicList, 'isUnread'> & Record<'still' | 'others', readonly PanicRow[]>

/** Result of the read after a panic: sent rows that are `still` listed, and `others`. */
export function leftWords({ isUnread, still, others }: AfterPanic): string {
  const words = [
    still.length > 0 &&
      `Read again: ${plural(still.length, 'bot or trade', 'bots or trades')} may still run.`,
    others.length > 0 &&
      `${plural(others.length, 'more runs and was', 'more run and were')} not confirmed with it.`,
    Object.values(isUnread).some(Boolean) &&
      'Not every list could be read again, so more may run or be open.',
  ]
  return textOr(words.filter(Boolean).join(' '), 'Read again: nothing of it is left.')
}

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
