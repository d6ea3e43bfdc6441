import { type ReactNode, useCallback, useMemo } from 'react'

import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { FormScope, useKeepTyped, useSettledValues } from '#forms/declared-form.tsx'

import { judgeDraft, previewOf, softBlocks, toRequest } from './draft.ts'
import { type DraftValues, ticketForm } from './fields.ts'
import { useKeptPlans } from './kept-plan.ts'
import { type DerivedTicket, DerivedTicketContext, type Ticket } from './ticket-context.ts'

type DerivedTicketProviderProps = { ticket: Ticket; children: ReactNode }

/** Works out after every key what the ticket comes to and what is wrong with it, for those who read that. */
export function DerivedTicketProvider({ ticket, children }: DerivedTicketProviderProps) {
  const { form, plan, market, overridden, base, quote } = ticket
  const { view } = market
  const keptPlans = useKeptPlans()
  const values = useSettledValues(form, ticketForm)
  const keep = useCallback((typed: DraftValues) => keptPlans.write(plan, typed), [keptPlans, plan])
  useKeepTyped(form.getValues, values, keep)

  const { issues, derived } = useMemo(() => {
    const judged = judgeSmartTrade(toRequest(values, view), view)
    const { issues: found = {} } = judgeDraft(values, view, overridden, judged)
    const soft = judged.draft ? softBlocks(judged.draft, view) : []
    return {
      derived: { values, preview: previewOf(values, view), soft } satisfies DerivedTicket,
      issues: ticketForm.byField(found, values, view),
    }
  }, [values, view, overridden])
  return (
    <DerivedTicketContext value={derived}>
      <FormScope
        form={form}
        declared={ticketForm}
        context={view}
        base={base}
        quote={quote}
        size="tall"
        values={values}
        issues={issues}
      >
        {children}
      </FormScope>
    </DerivedTicketContext>
  )
}
