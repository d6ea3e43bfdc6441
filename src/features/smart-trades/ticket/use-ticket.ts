import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type FormRules, useChoices, useDeclaredForm } from '#forms/declared-form.tsx'
import { useAccounts } from '#market/accounts.ts'
import { currenciesOf } from '#market/pairs.tsx'
import type { Decimal } from '#money/decimal.ts'

import { judgeDraft, type SoftKind } from './draft.ts'
import { type DraftValues, ticketForm } from './fields.ts'
import type { PlanPlace } from './kept-plan.ts'
import type { Ticket } from './ticket-context.ts'
import { useMarket } from './use-market.ts'

/** What is known when the form is judged, not when it was opened. */
export type Known = RefObject<{ market: MarketView; overridden: ReadonlySet<SoftKind> }>

const ticketRules: FormRules<
  typeof ticketForm.tree,
  MarketView,
  Known['current'],
  SmartTradeDraft
> = {
  form: ticketForm,
  judge: (values, { market, overridden }) => judgeDraft(values, market, overridden),
  contextOf: ({ market }) => market,
}

const NONE: ReadonlySet<SoftKind> = new Set()

/** The ticket's form with what was chosen in it and what is known of that market. */
export function useTicketForm(
  initial: DraftValues,
  { connectionId, like, mode }: PlanPlace,
  feeRate: Decimal,
): Ticket {
  const accounts = useAccounts()
  const known: Known = useRef({ market: {}, overridden: NONE })
  const form = useDeclaredForm(ticketRules, initial, known)
  const choices = useChoices(form, ticketForm)
  const { account_id, pair } = choices
  const account = accounts.find(({ id }) => String(id) === account_id.trim())
  const market = useMarket(account, pair.trim(), feeRate)
  const { view } = market

  const plan = useMemo(() => ({ connectionId, like, mode }), [connectionId, like, mode])

  // Left to the service for this account and pair; another one is another question.
  const place = `${account_id} ${pair}`
  const [left, setLeft] = useState({ place, kinds: NONE })
  const overridden = left.place === place ? left.kinds : NONE

  useEffect(() => {
    known.current = { market: view, overridden }
  }, [view, overridden])

  return useMemo(() => {
    const { base = '', quote = '' } = currenciesOf(pair.trim())
    return {
      form,
      plan,
      choices,
      accounts,
      account,
      market,
      base,
      quote,
      overridden,
      override(kind, isLeft) {
        const others = [...overridden].filter((one) => one !== kind)
        setLeft({ place, kinds: new Set(isLeft ? [...others, kind] : others) })
      },
      issuesNow() {
        const typed = form.getValues()
        const { issues = {} } = judgeDraft(typed, view, overridden)
        return ticketForm.byField(issues, typed, view)
      },
    }
  }, [form, plan, choices, accounts, account, market, view, pair, place, overridden])
}
