import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/errors.ts'
import { read } from '#contract/read.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import { smartTradeDraft, type SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { contractResolver } from '#forms/contract-resolver.ts'
import { fieldError } from '#forms/field-error.ts'
import type { Decimal } from '#money/decimal.ts'
import { sessionHome } from '#session/home.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { toRequest } from './draft.ts'
import type { DraftValues } from './draft-values.ts'
import { fieldOf, issuesByField, judgeDraft } from './judge-draft.ts'
import { softBlocks, type SoftKind } from './soft-blocks.ts'
import type { Ticket } from './ticket-context.ts'
import { currenciesOf } from './trade-facts.ts'
import { useAccounts } from './use-accounts.ts'
import { useMarket } from './use-market.ts'

/** What is known when the form is judged, not when it was opened. */
export type Known = RefObject<{ market: MarketView; overridden: ReadonlySet<SoftKind> }>

const resolver = contractResolver<DraftValues, Known, SmartTradeDraft>(
  (values, { current: { market, overridden } }) => judgeDraft(values, market, overridden),
  fieldOf,
)

const NONE: ReadonlySet<SoftKind> = new Set()

/** The ticket's form with everything that follows from it, worked out afresh for every key typed. */
export function useTicketForm(
  initial: DraftValues,
  connectionId: string | undefined,
  feeRate: Decimal,
): Ticket & { issues: Attributes } {
  const accounts = useAccounts()
  const known: Known = useRef({ market: {}, overridden: NONE })
  const form = useForm<DraftValues, Known, SmartTradeDraft>({
    defaultValues: initial,
    resolver,
    context: known,
    mode: 'onTouched',
  })
  const values = useWatch({ control: form.control }) as DraftValues
  const { account_id, pair } = values
  const account = accounts.find(({ id }) => String(id) === account_id.trim())
  const market = useMarket(account, pair.trim(), feeRate)
  const { view } = market

  // Left to the service for this account and pair; another one is another question.
  const place = `${account_id} ${pair}`
  const [left, setLeft] = useState({ place, kinds: NONE })
  const overridden = left.place === place ? left.kinds : NONE
  const override = (kind: SoftKind, isLeft: boolean) => {
    const others = [...overridden].filter((one) => one !== kind)
    setLeft({ place, kinds: new Set(isLeft ? [...others, kind] : others) })
  }

  useEffect(() => {
    known.current = { market: view, overridden }
  }, [view, overridden])

  useEffect(() => {
    if (connectionId !== undefined) {
      sessionHome().drafts.write(connectionId, 'smart-trade', values)
    }
  }, [connectionId, values])

  const preview = useMemo(
    () => previewSmartTrade(read(smartTradeDraft, toRequest(values, view)).value, view),
    [values, view],
  )
  const issues = useMemo(
    () => issuesByField(judgeDraft(values, view, overridden).issues ?? {}, values),
    [values, view, overridden],
  )
  // Worked out after the key that was typed has been shown.
  const settled = useDeferredValue(values)
  const soft = useMemo(() => {
    const { draft } = judgeSmartTrade(toRequest(settled, view), view)
    return draft ? softBlocks(draft, view) : []
  }, [settled, view])
  const { errors, touchedFields, isSubmitted } = form.formState
  const { base = '', quote = '' } = currenciesOf(pair.trim())
  return {
    form,
    values,
    accounts,
    account,
    market,
    preview,
    base,
    quote,
    issues,
    soft,
    overridden,
    override,
    errorAt: (...fields) => fieldError({ errors, touchedFields, isSubmitted }, issues, ...fields),
  }
}
