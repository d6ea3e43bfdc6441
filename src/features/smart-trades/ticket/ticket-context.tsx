import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { MarketView } from '#contract/draft-rule.ts'
import type { Attributes } from '#contract/sentences.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import {
  type FormRules,
  FormScope,
  useChoices,
  useDeclaredForm,
  useKeepTyped,
  useSettledValues,
} from '#forms/declared-form.tsx'
import type { Judged } from '#forms/form-errors.ts'
import { type Account, useAccounts } from '#market/accounts.ts'
import { useLastPlace } from '#market/last-place.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import type { Decimal } from '#money/decimal.ts'
import type { Preview } from '#trading/smart-trade-preview.ts'

import {
  judgeDraft,
  previewOf,
  type SoftBlock,
  softBlocks,
  type SoftKind,
  toRequest,
} from './draft.ts'
import { type Choices, type DraftValues, ticketForm } from './fields.ts'
import { type PlanPlace, useKeptPlans } from './kept-plan.ts'
import { type Market, useMarket } from './use-market.ts'
import type { FixedSteps, Trade } from '../trade-facts.ts'

/** Outcome of a ticket: a new trade, or a change of one. */
type Drafted = SmartTradeDraft | SmartTradeChange
type TicketForm = UseFormReturn<DraftValues, Known, Drafted>

/** Open trade that a ticket edits: its entry and filled targets are fixed. */
export type Edited = {
  trade: Trade
  fixed: FixedSteps
  judge: (values: DraftValues, market: MarketView) => Judged<SmartTradeChange>
}

/**
 * Choices of the ticket and their dependencies. The object is stable over keys and prices: key
 * results are in `DerivedTicket`, prices in `useTicketMarket`.
 */
export type Ticket = {
  form: TicketForm
  /** Storage of typed values until sent; a change of a trade has none. */
  plan: PlanPlace
  edited: Edited | undefined
  choices: Choices
  accounts: readonly Account[]
  account: Account | undefined
  /** Rules and balance of the market, without its prices. */
  terms: MarketTerms
  marketNow: () => Market
  base: string
  quote: string
  /** Checks left to the service although the exchange would refuse. */
  overridden: ReadonlySet<SoftKind>
  override: (kind: SoftKind, isLeft: boolean) => void
  /** Current errors and missing fields. */
  issuesNow: () => Attributes
}

type MarketTerms = Omit<MarketView, 'price' | 'bid' | 'ask' | 'book'>

/** Form values, deferred past the keystroke, and their results. */
export type DerivedTicket = {
  values: DraftValues
  /** Totals and results of the ticket. */
  preview: Preview
  /** Refusals to expect from the exchange, by the data read. */
  soft: readonly SoftBlock[]
}

const TicketContext = createContext<Ticket | undefined>(undefined)
const MarketContext = createContext<Market | undefined>(undefined)
const DerivedTicketContext = createContext<DerivedTicket | undefined>(undefined)

export function useTicket(): Ticket {
  const ticket = use(TicketContext)
  if (!ticket) throw new Error('useTicket stands outside its TicketProvider')
  return ticket
}

/** Renders its users on every price. */
export function useTicketMarket(): Market {
  const market = use(MarketContext)
  if (!market) throw new Error('useTicketMarket stands outside its TicketProvider')
  return market
}

/** Renders its users on every key, and on prices that change a figure of the ticket. */
export function useDerivedTicket(): DerivedTicket {
  const derived = use(DerivedTicketContext)
  if (!derived) throw new Error('useDerivedTicket stands outside its TicketProvider')
  return derived
}

/** Facts read at each check, not when the form opened. */
type Known = RefObject<{
  market: MarketView
  overridden: ReadonlySet<SoftKind>
  edited: Edited | undefined
}>

const ticketRules: FormRules<typeof ticketForm.tree, MarketView, Known['current'], Drafted> = {
  form: ticketForm,
  judge: (values, { market, overridden, edited }) =>
    edited ? edited.judge(values, market) : judgeDraft(values, market, overridden),
  contextOf: ({ market }) => market,
}

const NONE: ReadonlySet<SoftKind> = new Set()

/** Keeps the previous object while its text is equal. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

type TicketForMarket = { ticket: Ticket; market: Market }

/** Form of the ticket with its choices and known market. */
export function useTicketForm(
  initial: DraftValues,
  { connectionId, like, mode }: PlanPlace,
  feeRate: Decimal,
  edited?: Edited,
): TicketForMarket {
  const accounts = useAccounts()
  const known: Known = useRef({ market: {}, overridden: NONE, edited })
  const form = useDeclaredForm(ticketRules, initial, known)
  const choices = useChoices(form, ticketForm)
  const { account_id, pair } = choices
  const account = accounts.find(({ id }) => String(id) === account_id.trim())
  const market = useMarket(account, pair.trim(), feeRate)
  const { view } = market
  const { price: _price, bid: _bid, ask: _ask, book: _book, ...priceless } = view
  const terms = useSame<MarketTerms>(priceless)
  const latest = useRef(market)

  const plan = useMemo(() => ({ connectionId, like, mode }), [connectionId, like, mode])

  // Defaults of the next ticket; a copied trade does not change them.
  const { remember } = useLastPlace('number', mode)
  const isOwn = like === undefined && !edited
  const chosen = account && isOwn ? String(account.id) : ''
  useEffect(() => remember({ account: chosen, pair: pair.trim() }), [remember, chosen, pair])

  // Checks are left to the service for this account and pair only.
  const place = `${account_id} ${pair}`
  const [left, setLeft] = useState({ place, kinds: NONE })
  const overridden = left.place === place ? left.kinds : NONE

  useEffect(() => {
    known.current = { market: view, overridden, edited }
    latest.current = market
  }, [market, view, overridden, edited])

  const ticket = useMemo((): Ticket => {
    const { base = '', quote = '' } = currenciesOf(pair.trim())
    return {
      form,
      plan,
      edited,
      choices,
      accounts,
      account,
      terms,
      marketNow: () => latest.current,
      base,
      quote,
      overridden,
      override(kind, isLeft) {
        const others = [...overridden].filter((one) => one !== kind)
        setLeft({ place, kinds: new Set(isLeft ? [...others, kind] : others) })
      },
      issuesNow() {
        const typed = form.getValues()
        const { issues = {} } = ticketRules.judge(typed, known.current)
        return ticketForm.byField(issues, typed, terms)
      },
    }
  }, [form, plan, edited, choices, accounts, account, terms, pair, place, overridden])
  return { ticket, market }
}

type TicketProviderProps = { of: TicketForMarket; children: ReactNode }

/** Computes figures and errors of the ticket after every key and price, for their users only. */
export function TicketProvider({ of: { ticket, market }, children }: TicketProviderProps) {
  const { form, plan, edited, terms, overridden, base, quote } = ticket
  const { view } = market
  const keptPlans = useKeptPlans()
  const values = useSettledValues(form, ticketForm)
  const isKept = !edited
  const keep = useCallback(
    (typed: DraftValues) => {
      if (isKept) keptPlans.write(plan, typed)
    },
    [isKept, keptPlans, plan],
  )
  useKeepTyped(form, values, keep)

  const { issues, ...figures } = useMemo(() => {
    const judged = edited ? undefined : judgeSmartTrade(toRequest(values, view), view)
    const { issues: found = {} } = edited
      ? edited.judge(values, view)
      : judgeDraft(values, view, overridden, judged)
    const soft = judged?.draft ? softBlocks(judged.draft, view) : []
    return {
      preview: previewOf(values, view, edited),
      soft,
      issues: ticketForm.byField(found, values, view),
    }
  }, [values, view, overridden, edited])
  const { preview, soft } = useSame(figures)
  const derived = useMemo(() => ({ values, preview, soft }), [values, preview, soft])
  return (
    <TicketContext value={ticket}>
      <MarketContext value={market}>
        <DerivedTicketContext value={derived}>
          <FormScope
            form={form}
            declared={ticketForm}
            context={terms}
            base={base}
            quote={quote}
            size="tall"
            values={values}
            issues={issues}
          >
            {children}
          </FormScope>
        </DerivedTicketContext>
      </MarketContext>
    </TicketContext>
  )
}
