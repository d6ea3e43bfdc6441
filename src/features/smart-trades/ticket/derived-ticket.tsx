import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { useFormState } from 'react-hook-form'

import type { Attributes } from '#contract/errors.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { fieldError } from '#forms/field-error.ts'

import { toRequest } from './draft.ts'
import { issuesByField, judgeDraft } from './judge-draft.ts'
import { useKeptPlans } from './kept-plan.ts'
import { previewOf } from './preview-of.ts'
import { softBlocks } from './soft-blocks.ts'
import {
  type Problems,
  ProblemsContext,
  type DerivedTicket,
  DerivedTicketContext,
  type Ticket,
} from './ticket-context.ts'
import { useSettledValues } from './use-settled-values.ts'

type DerivedTicketProviderProps = { ticket: Ticket; children: ReactNode }

/** Works out after every key what the ticket comes to and what is wrong with it, for those who read that. */
export function DerivedTicketProvider({ ticket, children }: DerivedTicketProviderProps) {
  const { form, plan, market, overridden } = ticket
  const { view } = market
  const keptPlans = useKeptPlans()
  const values = useSettledValues(form)
  // Another object whenever something of it has changed; its members are not. Leaving a field waits
  // for no message either.
  const formState = useDeferredValue(useFormState({ control: form.control }))

  useEffect(() => {
    keptPlans.write(plan, values)
  }, [plan, values, keptPlans])
  useEffect(() => {
    // A reload may come before the last key has settled.
    const keep = () => keptPlans.write(plan, form.getValues())
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [plan, form, keptPlans])

  const { issuesText, derived } = useMemo(() => {
    const judged = judgeSmartTrade(toRequest(values, view), view)
    const { issues = {} } = judgeDraft(values, view, overridden, judged)
    const soft = judged.draft ? softBlocks(judged.draft, view) : []
    return {
      derived: { values, preview: previewOf(values, view), soft } satisfies DerivedTicket,
      issuesText: JSON.stringify(issuesByField(issues, values)),
    }
  }, [values, view, overridden])
  const problems = useMemo((): Problems => {
    const issues = JSON.parse(issuesText) as Attributes
    const { errors, touchedFields, isSubmitted } = formState
    return {
      issues,
      errorAt: (...fields) => fieldError({ errors, touchedFields, isSubmitted }, issues, ...fields),
    }
  }, [issuesText, formState])
  return (
    <DerivedTicketContext value={derived}>
      <ProblemsContext value={problems}>{children}</ProblemsContext>
    </DerivedTicketContext>
  )
}
