import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'

import type { MarketView } from '#contract/draft-rule.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { contractResolver } from '#forms/contract-resolver.ts'
import { fieldError } from '#forms/field-error.ts'
import type { Decimal } from '#money/decimal.ts'

import { toRequest } from './draft.ts'
import type { DraftValues } from './draft-values.ts'
import { fieldOf, issuesByField, judgeDraft } from './judge-draft.ts'
import { keptPlans, type PlanPlace } from './kept-plan.ts'
import { previewOf } from './preview-of.ts'
import { softBlocks, type SoftKind } from './soft-blocks.ts'
import type { Ticket } from './ticket-context.ts'
import { currenciesOf } from './trade-facts.ts'
import { useAccounts } from './use-accounts.ts'
import { useMarket } from './use-market.ts'
import { useSettledValues } from './use-settled-values.ts'

/** What is known when the form is judged, not when it was opened. */
export type Known = RefObject<{ market: MarketView; overridden: ReadonlySet<SoftKind> }>

const resolver = contractResolver<DraftValues, Known, SmartTradeDraft>(
  (values, { current: { market, overridden } }) => judgeDraft(values, market, overridden),
  fieldOf,
)

const NONE: ReadonlySet<SoftKind> = new Set()

/** The ticket's form with everything that follows from it. */
export function useTicketForm(
  initial: DraftValues,
  { connectionId, like }: PlanPlace,
  feeRate: Decimal,
): Ticket {
  const accounts = useAccounts()
  const known: Known = useRef({ market: {}, overridden: NONE })
  const form = useForm<DraftValues, Known, SmartTradeDraft>({
    defaultValues: initial,
    resolver,
    context: known,
  })
  const values = useSettledValues(form)
  const { account_id, pair } = values
  const account = accounts.find(({ id }) => String(id) === account_id.trim())
  const market = useMarket(account, pair.trim(), feeRate)
  const { view } = market

  const plan = useMemo(() => ({ connectionId, like }), [connectionId, like])

  // Left to the service for this account and pair; another one is another question.
  const place = `${account_id} ${pair}`
  const [left, setLeft] = useState({ place, kinds: NONE })
  const overridden = left.place === place ? left.kinds : NONE

  useEffect(() => {
    known.current = { market: view, overridden }
  }, [view, overridden])

  useEffect(() => {
    keptPlans().write(plan, values)
  }, [plan, values])

  const preview = useMemo(() => previewOf(values, view), [values, view])
  const issues = useMemo(
    () => issuesByField(judgeDraft(values, view, overridden).issues ?? {}, values),
    [values, view, overridden],
  )
  const soft = useMemo(() => {
    const { draft } = judgeSmartTrade(toRequest(values, view), view)
    return draft ? softBlocks(draft, view) : []
  }, [values, view])
  // Another object whenever something of it has changed.
  const { formState } = form
  return useMemo(() => {
    const { base = '', quote = '' } = currenciesOf(pair.trim())
    const { errors, touchedFields, isSubmitted } = formState
    return {
      form,
      plan,
      values,
      accounts,
      account,
      market,
      preview,
      base,
      quote,
      issues,
      issuesNow() {
        const typed = form.getValues()
        return issuesByField(judgeDraft(typed, view, overridden).issues ?? {}, typed)
      },
      soft,
      overridden,
      override(kind, isLeft) {
        const others = [...overridden].filter((one) => one !== kind)
        setLeft({ place, kinds: new Set(isLeft ? [...others, kind] : others) })
      },
      errorAt: (...fields) => fieldError({ errors, touchedFields, isSubmitted }, issues, ...fields),
    }
  }, [
    form,
    plan,
    formState,
    values,
    accounts,
    account,
    market,
    view,
    preview,
    pair,
    place,
    issues,
    soft,
    overridden,
  ])
}
