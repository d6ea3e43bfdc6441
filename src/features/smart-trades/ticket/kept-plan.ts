import { useMemo } from 'react'
import * as z from 'zod/mini'

import { heldId, type Id } from '#contract/primitives.ts'
import type { Drafts } from '#session/drafts.ts'
import type { Mode } from '#session/session.ts'
import { useSessionStore } from '#session/use-session.ts'

import { type DraftValues, ticketForm } from './fields.ts'

/** Owner of a stored plan: the trader's own ticket, or a copy of a trade. */
export type PlanPlace = {
  connectionId: string | undefined
  like: Id | undefined
  mode: Mode
}

const copiedPlan = z.object({ like: heldId, values: ticketForm.schema })

const sentPlan = z.object({
  like: z.optional(heldId),
  intent: z.string(),
  values: ticketForm.schema,
})

/** Sent plan; any page that learns that it was placed removes it from the ticket. */
export type SentPlan = z.output<typeof sentPlan>

/** Unsent plans of this tab. A copy of a trade is stored beside the trader's own, never over it. */
export function createKeptPlans(drafts: Drafts) {
  return {
    /** `undefined` if there is none, if it copies another trade, or if it was cleared. */
    read({ connectionId, like, mode }: PlanPlace): DraftValues | undefined {
      if (like === undefined) return ticketForm.heal(drafts.read(connectionId, 'smart-trade', mode))
      const copy = copiedPlan.safeParse(drafts.read(connectionId, 'smart-trade-copy', mode)).data
      return copy?.like === like && isSized(copy.values) ? copy.values : undefined
    },
    write({ connectionId, like, mode }: PlanPlace, values: DraftValues): void {
      if (like === undefined) drafts.write(connectionId, 'smart-trade', values, mode)
      else drafts.write(connectionId, 'smart-trade-copy', { like, values }, mode)
    },
    sent({ connectionId, like, mode }: PlanPlace): SentPlan | undefined {
      const found = sentPlan.safeParse(drafts.read(connectionId, sentAs(like), mode)).data
      return found?.like === like ? found : undefined
    },
    writeSent({ connectionId, like, mode }: PlanPlace, sent: SentPlan): void {
      drafts.write(connectionId, sentAs(like), { ...sent, like }, mode)
    },
    clear({ connectionId, like, mode }: PlanPlace): void {
      drafts.clear(connectionId, like === undefined ? 'smart-trade' : 'smart-trade-copy', mode)
    },
    clearSent({ connectionId, like, mode }: PlanPlace): void {
      drafts.clear(connectionId, sentAs(like), mode)
    },
  }
}

const sentAs = (like: Id | undefined) =>
  like === undefined ? 'smart-trade-sent' : 'smart-trade-copy-sent'

/** The ticket still holds exactly what was sent. */
export const isStill = ({ values }: SentPlan, now: DraftValues): boolean =>
  JSON.stringify(ticketForm.heal(now)) === JSON.stringify(ticketForm.heal(values))

const isSized = ({ position: { units, total } }: DraftValues): boolean =>
  units.value !== '' || total.value !== ''

export function useKeptPlans() {
  const { drafts } = useSessionStore()
  return useMemo(() => createKeptPlans(drafts), [drafts])
}
