import { createContext, use } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { Account } from '#market/accounts.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { SoftBlock, SoftKind } from './draft.ts'
import type { Choices, DraftValues } from './fields.ts'
import type { PlanPlace } from './kept-plan.ts'
import type { Market } from './use-market.ts'
import type { Known } from './use-ticket.ts'

export type TicketForm = UseFormReturn<DraftValues, Known, SmartTradeDraft>

/**
 * What every part of the ticket reads. It is another object when something was chosen or sent by the
 * service, not for a key that is typed: what follows from that is in `DerivedTicket`.
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
  /** What is left to the service of that which the exchange would turn down. */
  overridden: ReadonlySet<SoftKind>
  override: (kind: SoftKind, isLeft: boolean) => void
  /** What is missing or wrong with what has been typed until this moment. */
  issuesNow: () => Attributes
}

/** Form values, deferred past the keystroke, and what follows from them. */
export type DerivedTicket = {
  values: DraftValues
  /** What it comes to. */
  preview: Preview
  /** What the exchange would turn down by what was read of it. */
  soft: readonly SoftBlock[]
}

export const TicketContext = createContext<Ticket | undefined>(undefined)
export const DerivedTicketContext = createContext<DerivedTicket | undefined>(undefined)

export function useTicket(): Ticket {
  const ticket = use(TicketContext)
  if (!ticket) throw new Error('useTicket stands outside its TicketContext')
  return ticket
}

/** Whatever reads it is drawn again for every key. */
export function useDerivedTicket(): DerivedTicket {
  const derived = use(DerivedTicketContext)
  if (!derived) throw new Error('useDerivedTicket stands outside its DerivedTicketContext')
  return derived
}
