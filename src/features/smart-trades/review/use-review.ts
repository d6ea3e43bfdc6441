import { askedIn } from '#dialects/prepare.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { MarketView } from '#contract/draft-rule.ts'
import type { Id } from '#contract/primitives.ts'
import { withRef } from '#contract/ref.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { useRefusal } from '#forms/declared-form.tsx'
import { accountOf } from '#intents/asked.ts'
import { type Intent, isUnknown } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import type { Figures } from '#query/use-fresh-figures.ts'
import { type Sending, useSending } from '#query/use-sending.ts'
import { useSettings } from '#session/use-session.ts'

import type { Ticket } from '../ticket/ticket-context.tsx'
import { softBlocks } from '../ticket/draft.ts'
import { emptyDraft, ticketForm } from '../ticket/fields.ts'
import { isStill, useKeptPlans } from '../ticket/kept-plan.ts'
import { whatMoved } from './review-words.ts'

/** What stands in the review: the request to the byte, and what was known when it was opened. */
export type Reviewed = Pick<Ticket, 'account' | 'market'> & {
  draft: SmartTradeDraft
  prepared: Prepared<typeof createSmartTrade>
  /** What was left to the service, in sentences. */
  left: readonly string[]
}

export type Review = {
  reviewed: Reviewed | undefined
  isOpen: boolean
  sending: Sending<typeof createSmartTrade>
  /** The market as it is read now. */
  figures: Figures<MarketView>
  /** What another market does to the order that was reviewed, as a sentence. */
  whatMoved: (now: MarketView) => string | undefined
  /** Why nothing else may be sent from here now. */
  hold: string | undefined
  /** The order whose outcome is not known, where that is why. */
  heldBy: string | undefined
  open: (draft: SmartTradeDraft | SmartTradeChange) => void
  onSent: (intent: string) => void
  /** Back to the ticket for a fresh review. */
  startAgain: () => void
  show: () => void
  close: () => void
}

const UNKNOWN = 'The outcome of the last order is not known yet.'
const UNKNOWN_ELSEWHERE = 'The outcome of an earlier order on this account is not known yet.'

/** From a ticket without faults to the outcome of its order. */
export function useReview({ form, plan, account, market, overridden }: Ticket): Review {
  const { client, sender } = useService()
  const { orderRefs } = useSettings()
  const keptPlans = useKeptPlans()
  const sending = useSending<typeof createSmartTrade>()
  const { intent, clear } = sending
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [isOpen, setOpen] = useState(false)
  const outcome = intent?.outcome
  const openOrder = useOpenOrder(intent, account?.id)
  const { getValues, reset } = form
  const [sentId, setSentId] = useState(() => keptPlans.sent(plan)?.intent)
  // A later page may learn of it by reading; that page has not sent it.
  const sentOutcome = useSyncExternalStore(
    sender.journal.subscribe,
    () => sentId && sender.journal.find(sentId)?.outcome.kind,
  )

  useRefusal(form, ticketForm, market.view, outcome?.kind === 'refused' ? outcome.error : undefined)

  useEffect(() => {
    const sent = keptPlans.sent(plan)
    if (!sent || (sentOutcome !== 'placed' && sentOutcome !== 'duplicated')) return
    // What was typed since is another plan.
    if (isStill(sent, getValues())) {
      const { type, account_id, pair } = getValues()
      reset({ ...emptyDraft(), type, account_id, pair })
      keptPlans.clear(plan)
    }
    keptPlans.clearSent(plan)
  }, [sentOutcome, getValues, reset, plan, keptPlans])

  const open = (judged: SmartTradeDraft | SmartTradeChange) => {
    if (!('account_id' in judged)) return
    clear()
    const draft = orderRefs ? { ...judged, note: withRef(judged.note, sender.newRef()) } : judged
    const prepared = preparedOf(client, draft)
    if (prepared instanceof ApiError) {
      form.setError('root.refusal', { type: 'service', message: prepared.message })
      return
    }
    setReviewed({
      draft,
      prepared,
      account,
      market,
      left: softBlocks(draft, market.view)
        .filter(({ kind }) => overridden.has(kind))
        .map(({ sentence }) => sentence),
    })
    setOpen(true)
  }
  return {
    reviewed,
    isOpen,
    sending,
    figures: { now: market.view, readAt: market.priceAt, readAgain: market.readAgain },
    whatMoved(now) {
      if (!reviewed) return undefined
      const { draft, prepared } = reviewed
      return whatMoved(
        { draft, body: askedIn(prepared).body, left: overridden },
        reviewed.market.view,
        now,
      )
    },
    hold: openOrder && (openOrder === intent ? UNKNOWN : UNKNOWN_ELSEWHERE),
    heldBy: openOrder?.id,
    open,
    onSent(id) {
      keptPlans.writeSent(plan, { intent: id, values: getValues() })
      setSentId(id)
    },
    startAgain() {
      setOpen(false)
      void form.handleSubmit(open)()
    },
    show: () => setOpen(true),
    close() {
      setOpen(false)
      if (outcome?.kind !== 'unknown') clear()
    },
  }
}

/** The request to the byte, or why the service is not asked for such a trade. */
function preparedOf(client: Client, body: SmartTradeDraft): Reviewed['prepared'] | ApiError {
  try {
    return client.prepare(createSmartTrade, { body })
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/**
 * An order on the account that nobody knows the end of and that is still being looked for, whichever
 * tab or page has sent it, unless it was laid aside: until then another one could be one too many.
 */
function useOpenOrder(
  own: { id: string } | undefined,
  accountId: Id | undefined,
): Intent | undefined {
  const { journal } = useService().sender
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.find(
    (intent) =>
      intent.endpoint.name === createSmartTrade.name &&
      isUnknown(intent) &&
      intent.looked?.endedAt === undefined &&
      (intent.id === own?.id || accountOf(intent) === accountId),
  )
}
