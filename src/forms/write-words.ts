import type { ReactNode } from 'react'

import type { Outcome } from '#intents/outcome.ts'
import { buttonClass } from '#ui/button-class.ts'
import type { SheetProps } from '#ui/sheet.tsx'

export type WriteWords = {
  /** Send button: "Stop bot, cancel 3 orders". */
  act: string
  anyway?: string
  /** Cancel button before sending: "Keep running". */
  leave: string
  /** Text before the completion time: "Stopped at". */
  done: string
  /** After "Refused.": "The bot was not stopped." */
  refused: string
  /** After "Outcome unknown.": "It may be stopped." */
  unknown: string
  asked: string
  /** Plural for several copies: "trades were opened". */
  copies?: string
}

export type NextStep = {
  link?: SheetProps['link']
  /** Close button: "Place another"; "Close" if omitted. */
  another?: string | undefined
  also?: ReactNode
}

export const NEXT_LINK = buttonClass({ look: 'primary', size: 'large' })

/** Nothing is left to send from the sheet. */
export const isOver = (kind: Outcome['kind'] | undefined): boolean =>
  kind === 'placed' || kind === 'unknown' || kind === 'duplicated'

const STATEMENTS = {
  refused: 'Refused by the service. Nothing was changed.',
  unknown: 'No certain answer came.',
  duplicated: 'It was delivered more than once.',
  unsent: 'Nothing has been sent.',
}

/** Line below the title; empty once done. */
export const statementOf = (
  kind: Exclude<Outcome['kind'], 'sending'> = 'unsent',
): string | undefined => (kind === 'placed' ? undefined : STATEMENTS[kind])

export const SENT_ONCE = 'Sent once. If there’s no reply, it won’t be resent automatically.'
