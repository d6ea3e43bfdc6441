import type { ReactNode } from 'react'

import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import { SendingSheet } from '#forms/sending-sheet.tsx'
import type { Outcome } from '#intents/outcome.ts'

import { accountWords } from './account-words.ts'

type BotSheetProps = {
  botId: number
  /** What the service told of it; a service without a list tells nothing. */
  bot: Read<GridBot> | undefined
  title: string
  outcome: Outcome | undefined
  /** What the service has done once it has: "The service has stopped it." */
  done: string
  /** How to leave while nothing has been done. */
  leaveLabel: string
  /** The button that sends. */
  action: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The sheet of one bot that is to be stopped or started: where it stands is said in its head. */
export function BotSheet(props: BotSheetProps) {
  const { botId, bot, title, outcome, done, leaveLabel, action, onClose, children } = props
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      width="stop"
      isHeld={outcome?.kind === 'sending'}
      account={accountOf(bot)}
      title={title}
      statement={`Bot ${botId}. ${statementOf(outcome, done)}`}
      cancelLabel={isOver(outcome) ? 'Close' : leaveLabel}
      action={isOver(outcome) ? undefined : action}
    >
      {children}
    </SendingSheet>
  )
}

/** Whether there is nothing left to be sent from this sheet. */
export const isOver = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'placed' || outcome?.kind === 'unknown'

function statementOf(outcome: Outcome | undefined, done: string): string {
  switch (outcome?.kind) {
    case 'sending':
      return 'Sent once, waiting for the answer.'
    case 'placed':
      return done
    case 'refused':
      return 'The service said no. Nothing was changed.'
    case 'unsent':
      return 'Nothing has been sent from here.'
    case 'unknown':
      return 'No certain answer came.'
    default:
      return 'Nothing has been sent.'
  }
}

const accountOf = (bot: Read<GridBot> | undefined): string =>
  bot?.account_id === undefined
    ? 'Account not told by the service'
    : accountWords(bot.account_name, bot.account_id)
