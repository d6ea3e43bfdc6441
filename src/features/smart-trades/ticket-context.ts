import { createContext, use } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Choices } from './choices.ts'
import type { DraftValues } from './draft-values.ts'
import type { PlanPlace } from './kept-plan.ts'
import type { SoftBlock, SoftKind } from './soft-blocks.ts'
import type { Account } from './use-accounts.ts'
import type { Known } from './use-ticket.ts'
import type { Market } from './use-market.ts'

export type TicketForm = UseFormReturn<DraftValues, Known, SmartTradeDraft>

/**
 * What every part of the ticket reads. It is another object when something was chosen, told or found
 * wrong, not for each key that is typed: what follows from that stands in `Figures`.
 */
export type Ticket = {
  form: TicketForm
  /** Where what is typed is kept until it is sent. */
  plan: PlanPlace
  choices: Choices
  accounts: readonly Account[]
  account: Account | undefined
  market: Market
  base: string
  quote: string
  /** What the exchange would turn down by what was read of it, and what of that is left to the service. */
  soft: readonly SoftBlock[]
  overridden: ReadonlySet<SoftKind>
  override: (kind: SoftKind, isLeft: boolean) => void
  /** What stands under a field, given its name and those it also speaks for. */
  errorAt: (...fields: string[]) => string | undefined
  /** What is missing or wrong, by the field that shows it. */
  issues: Attributes
  /** The same of what has been typed until this moment. */
  issuesNow: () => Attributes
}

/** What stands in the fields and what it comes to, once the key that was typed has been shown. */
export type Figures = { values: DraftValues; preview: Preview }

export const TicketContext = createContext<Ticket | undefined>(undefined)
export const FiguresContext = createContext<Figures | undefined>(undefined)

export function useTicket(): Ticket {
  const ticket = use(TicketContext)
  if (!ticket) throw new Error('useTicket stands outside its TicketContext')
  return ticket
}

/** Whatever reads these is drawn again for every key. */
export function useFigures(): Figures {
  const figures = use(FiguresContext)
  if (!figures) throw new Error('useFigures stands outside its FiguresContext')
  return figures
}
