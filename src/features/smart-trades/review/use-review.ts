import { useEffect, useState, useSyncExternalStore } from 'react'

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
import { useSending } from '#query/use-sending.ts'
import { useSettings } from '#session/use-session.ts'

import type { Ticket } from '../ticket/ticket-context.tsx'
import { softBlocks } from '../ticket/draft.ts'
import { emptyDraft, ticketForm } from '../ticket/fields.ts'
import { isStill, useKeptPlans } from '../ticket/kept-plan.ts'
import type { Market } from '../ticket/use-market.ts'

type Reviewed = Pick<Ticket, 'account' | 'overridden'> & {
  market: Market
  draft: SmartTradeDraft
  /** Checks left to the service, as sentences. */
  left: readonly string[]
}

export type ReviewedOrder = Reviewed & {
  /** Returns to the ticket for a new review. */
  startAgain: () => void
}

export type OrderToPlace = ReviewedOrder & {
  figures: Figures<MarketView>
}

const UNKNOWN = 'The outcome of the last order is not known yet.'
const UNKNOWN_ELSEWHERE = 'The outcome of an earlier order on this account is not known yet.'

export function useReview({ form, plan, account, terms, marketNow, overridden }: Ticket) {
  const { sender } = useService()
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
  // A later page may learn the outcome by reading, without having sent the order.
  const sentOutcome = useSyncExternalStore(
    sender.journal.subscribe,
    () => sentId && sender.journal.find(sentId)?.outcome.kind,
  )

  useRefusal(form, ticketForm, terms, outcome?.kind === 'refused' ? outcome.error : undefined)

  useEffect(() => {
    const sent = keptPlans.sent(plan)
    if (!sent || (sentOutcome !== 'placed' && sentOutcome !== 'duplicated')) return
    // Values typed since are a new plan.
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
    const market = marketNow()
    const draft = orderRefs ? { ...judged, note: withRef(judged.note, sender.newRef()) } : judged
    setReviewed({
      draft,
      account,
      market,
      overridden,
      left: softBlocks(draft, market.view)
        .filter(({ kind }) => overridden.has(kind))
        .map(({ sentence }) => sentence),
    })
    setOpen(true)
  }
  const order = reviewed && {
    ...reviewed,
    startAgain() {
      setOpen(false)
      void form.handleSubmit(open)()
    },
  }
  return {
    order: isOpen ? order : undefined,
    sending,
    hold: openOrder && (openOrder === intent ? UNKNOWN : UNKNOWN_ELSEWHERE),
    /** The order with an unknown outcome that causes it. */
    heldBy: openOrder?.id,
    open,
    onSent: (id: string) => {
      keptPlans.writeSent(plan, { intent: id, values: getValues() })
      setSentId(id)
    },
    show: () => setOpen(true),
    close: () => {
      setOpen(false)
      if (outcome?.kind !== 'unknown') clear()
    },
  }
}

/**
 * Order on the account with an unknown outcome that is still being checked, from any tab or page,
 * unless the trader marked it as resolved: a further order could be a duplicate.
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
