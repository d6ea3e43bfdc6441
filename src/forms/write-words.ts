import type { ReactNode } from 'react'

import type { Outcome } from '#intents/outcome.ts'
import { buttonClass } from '#ui/button-class.ts'
import type { SheetProps } from '#ui/sheet.tsx'

export type WriteWords = {
  /** The button that sends: "Stop bot, cancel 3 orders". */
  act: string
  /** During a pause that the service asked for: "Stop anyway". */
  anyway?: string
  /** Leaves while nothing has been done: "Keep running". */
  leave: string
  /** Before the time at which it was done: "Stopped at". */
  done: string
  /** After "Refused.": "The bot was not stopped." */
  refused: string
  /** After "Outcome unknown.": "It may be stopped." */
  unknown: string
  /** After "Sent once: ": "stop bot 12". */
  asked: string
  /** Copies made by one request: "trades were opened". */
  copies?: string
}

export type NextStep = {
  /** The primary button: "Set an alert at the stop", "Open the trade". */
  link?: SheetProps['link']
  /** The label of closing the sheet: "Place another"; "Close" without it. */
  another?: string | undefined
  also?: ReactNode
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

/** The line under the title; none once it is done. */
export const statementOf = (
  kind: Exclude<Outcome['kind'], 'sending'> = 'unsent',
): string | undefined => (kind === 'placed' ? undefined : STATEMENTS[kind])

export const SENT_ONCE = 'Sent once. If there’s no reply, it won’t be resent automatically.'
