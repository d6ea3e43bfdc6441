import { type ReactNode, useEffect, useMemo } from 'react'

import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { fieldError } from '#forms/field-error.ts'

import { toRequest } from './draft.ts'
import { issuesByField, judgeDraft } from './judge-draft.ts'
import { keptPlans } from './kept-plan.ts'
import { previewOf } from './preview-of.ts'
import { softBlocks } from './soft-blocks.ts'
import { FiguresContext, type Ticket, TicketContext } from './ticket-context.ts'
import { useSame } from './use-same.ts'
import { useSettledValues } from './use-settled-values.ts'
import type { BareTicket } from './use-ticket.ts'

type TicketStandingProps = { ticket: BareTicket; children: ReactNode }

/** Works out after every key what the ticket comes to, and what of the ticket that changes. */
export function TicketStanding({ ticket, children }: TicketStandingProps) {
  const { form, plan, market, overridden } = ticket
  const { view } = market
  const values = useSettledValues(form)

  useEffect(() => {
    keptPlans().write(plan, values)
  }, [plan, values])

  const figures = useMemo(() => ({ values, preview: previewOf(values, view) }), [values, view])
  const judged = useMemo(() => judgeSmartTrade(toRequest(values, view), view), [values, view])
  const soft = useSame(
    useMemo(() => (judged.draft ? softBlocks(judged.draft, view) : []), [judged, view]),
  )
  const issues = useSame(
    useMemo(
      () => issuesByField(judgeDraft(values, view, overridden, judged).issues ?? {}, values),
      [values, view, overridden, judged],
    ),
  )
  const whole = useMemo((): Ticket => {
    const { formState, ...rest } = ticket
    const { errors, touchedFields, isSubmitted } = formState
    return {
      ...rest,
      soft,
      issues,
      issuesNow() {
        const typed = form.getValues()
        return issuesByField(judgeDraft(typed, view, overridden).issues ?? {}, typed)
      },
      errorAt: (...fields) => fieldError({ errors, touchedFields, isSubmitted }, issues, ...fields),
    }
  }, [ticket, form, view, overridden, soft, issues])
  return (
    <TicketContext value={whole}>
      <FiguresContext value={figures}>{children}</FiguresContext>
    </TicketContext>
  )
}
