import { createContext, use } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { Account } from '#market/accounts.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import type { Choices } from './choices.ts'
import type { DraftValues } from './draft-values.ts'
import type { PlanPlace } from './kept-plan.ts'
import type { SoftBlock, SoftKind } from './soft-blocks.ts'
import type { Known } from './use-ticket.ts'
import type { Market } from './use-market.ts'

export type TicketForm = UseFormReturn<DraftValues, Known, SmartTradeDraft>

/**
 * What every part of the ticket reads. It is another object when something was chosen or told by the
 * service, not for a key that is typed: what follows from that stands in `DerivedTicket`.
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

/** What stands in the fields, once the key that was typed has been shown, and what follows from it. */
export type DerivedTicket = {
  values: DraftValues
  /** What it comes to. */
  preview: Preview
  /** What the exchange would turn down by what was read of it. */
  soft: readonly SoftBlock[]
}

/** What is wrong with the ticket: the same object until that changes, which few keys do. */
export type Problems = {
  /** What is missing or wrong, by the field that shows it. */
  issues: Attributes
  /** What stands under a field, given its name and those it also speaks for. */
  errorAt: (...fields: string[]) => string | undefined
}

export const TicketContext = createContext<Ticket | undefined>(undefined)
export const DerivedTicketContext = createContext<DerivedTicket | undefined>(undefined)
export const ProblemsContext = createContext<Problems | undefined>(undefined)

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

export function useProblems(): Problems {
  const problems = use(ProblemsContext)
  if (!problems) throw new Error('useProblems stands outside its ProblemsContext')
  return problems
}
