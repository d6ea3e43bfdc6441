import type { Outcome } from '#intents/outcome.ts'
import { buttonClass } from '#ui/button-class.ts'
import type { SheetProps } from '#ui/sheet.tsx'

/** The words of one kind of write; everything else is said once, by `WriteSheet`. */
export type WriteWords = {
  /** The button that sends: "Stop bot, cancel 3 orders". */
  act: string
  /** The same during a pause that the service asked for: "Stop anyway". */
  anyway?: string
  /** How to leave while nothing has been done: "Keep running". */
  leave: string
  /** Before the time at which it was done: "Stopped at". */
  done: string
  /** Under it, what was done in a sentence: "Bought 0.05 BTC, with 2 targets and a stop." */
  deed?: string | undefined
  /** Under the title once it is done; "Accepted by the service." without it. */
  accepted?: string
  /** After "Refused.": "The bot was not stopped." */
  refused: string
  /** After "Outcome unknown.": "It may be stopped." */
  unknown: string
  /** After "Sent once: ": "stop bot 12". */
  asked: string
  /** What was made of which there can be several copies: "trades were opened". */
  copies?: string
}

/** Where to go once it is done. */
export type NextStep = {
  /** One link in the look of `NEXT_LINK`: "Open the trade", "See the bot". */
  link?: SheetProps['link']
  /** What closing the sheet leads to: "Place another"; "Close" without it. */
  another?: string | undefined
  /** One sentence above both. */
  hint?: string | undefined
}

export const NEXT_LINK = buttonClass({ look: 'primary', size: 'large' })

/** Nothing is left to be sent from the sheet. */
export const isOver = (kind: Outcome['kind'] | undefined): boolean =>
  kind === 'placed' || kind === 'unknown' || kind === 'duplicated'

const STATEMENTS = {
  refused: 'Refused by the service. Nothing was changed.',
  unknown: 'No certain answer came.',
  duplicated: 'It was delivered more than once.',
  unsent: 'Nothing has been sent.',
}

/** The line under the title where no time belongs to it. */
export const statementOf = (
  kind: Exclude<Outcome['kind'], 'sending'> = 'unsent',
  accepted = 'Accepted by the service.',
): string => (kind === 'placed' ? accepted : STATEMENTS[kind])
