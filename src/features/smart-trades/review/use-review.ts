import { useEffect, useState, useSyncExternalStore } from 'react'

import type { Prepared } from '#client/prepare.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { showRefusal } from '#forms/show-refusal.ts'
import { withRef } from '#contract/ref.ts'
import { toText } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useFreshFigures } from '#query/use-fresh-figures.ts'
import { type Sent, useSend } from '#query/use-send.ts'
import { useSettings } from '#session/use-session.ts'

import { emptyDraft } from '../ticket/draft-values.ts'
import { fieldOf } from '../ticket/judge-draft.ts'
import { isStill, keptPlans } from '../ticket/kept-plan.ts'
import { whatMoved } from './price-moved.ts'
import type { Ticket } from '../ticket/ticket-context.ts'
import { softBlocks } from '../ticket/soft-blocks.ts'
import { useOpenOrder } from './use-open-order.ts'

/** What stands in the review: the request to the byte, and what was known when it was opened. */
export type Reviewed = Pick<Ticket, 'account' | 'market'> & {
  draft: SmartTradeDraft
  prepared: Prepared
  /** What was left to the service, in sentences. */
  left: readonly string[]
}

export type Review = {
  reviewed: Reviewed | undefined
  /** Why it may not be sent as it stands any more: the market moved, or could not be read again. */
  isVoid: string | undefined
  isOpen: boolean
  /** While the price is read again or the order is out. */
  isSending: boolean
  intent: Sent<typeof createSmartTrade> | undefined
  /** Why nothing else may be sent from here now. */
  hold: string | undefined
  open: (draft: SmartTradeDraft) => void
  /** Sends what is reviewed, once. */
  place: () => void
  /** Back to the ticket for a fresh review, once an unknown outcome was looked into. */
  startAgain: () => void
  show: () => void
  close: () => void
}

const UNKNOWN = 'The outcome of the last order is not known yet.'
const UNKNOWN_ELSEWHERE =
  'The outcome of an earlier order on this account is not known yet. Activity shows it.'

/** From a ticket without faults to the outcome of its order. */
export function useReview({ form, plan, account, market, overridden }: Ticket): Review {
  const { client, door } = useService()
  const { orderRefs } = useSettings()
  const { send, intent, isSending, clear } = useSend(createSmartTrade)
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [isOpen, setOpen] = useState(false)
  const outcome = intent?.outcome
  const openOrder = useOpenOrder(intent, account?.id)
  const { getValues, setError, reset } = form
  const [sentId, setSentId] = useState(() => keptPlans().sent(plan)?.intent)
  // It may be told by the reading of a later page: this one has not sent it then.
  const sentOutcome = useSyncExternalStore(
    door.journal.subscribe,
    () => sentId && door.journal.find(sentId)?.outcome.kind,
  )

  useEffect(() => {
    if (outcome?.kind === 'refused') {
      showRefusal(setError, outcome.error, (path) => fieldOf(path, getValues()))
    }
  }, [outcome, setError, getValues])

  useEffect(() => {
    const sent = keptPlans().sent(plan)
    if (!sent || (sentOutcome !== 'placed' && sentOutcome !== 'duplicated')) return
    // What was typed since is another plan.
    if (isStill(sent, getValues())) {
      const { type, account_id, pair } = getValues()
      reset({ ...emptyDraft(), type, account_id, pair })
      keptPlans().clear(plan)
    }
    keptPlans().clearSent(plan)
  }, [sentOutcome, getValues, reset, plan])

  const open = (judged: SmartTradeDraft) => {
    clear()
    fresh.leave()
    const draft = orderRefs ? { ...judged, note: withRef(judged.note, door.newRef()) } : judged
    setReviewed({
      draft,
      prepared: client.prepare(createSmartTrade, { body: draft }),
      account,
      market,
      left: softBlocks(draft, market.view)
        .filter(({ kind }) => overridden.has(kind))
        .map(({ sentence }) => sentence),
    })
    setOpen(true)
  }
  const isUnknown = outcome?.kind === 'unknown'
  const fresh = useFreshFigures({
    figures: { now: market.view, readAt: market.priceAt, readAgain: market.readAgain },
    whatMoved(now) {
      if (!reviewed) return undefined
      const { draft, prepared } = reviewed
      const order = { draft, body: prepared.body, left: overridden }
      return whatMoved(order, reviewed.market.view, now)
    },
    send(now) {
      if (!reviewed) return
      const id = send({ body: reviewed.draft }, now.price && toText(now.price))
      keptPlans().writeSent(plan, { intent: id, values: getValues() })
      setSentId(id)
    },
  })
  return {
    reviewed,
    isVoid: fresh.isVoid,
    isOpen,
    isSending: isSending || fresh.isReading,
    intent,
    hold: openOrder && (openOrder === intent ? UNKNOWN : UNKNOWN_ELSEWHERE),
    open,
    place() {
      if (!reviewed || fresh.isVoid || intent) return
      const again = client.prepare(createSmartTrade, { body: reviewed.draft })
      // What was read and what would go out are the same bytes, or nothing goes out.
      if (again.body !== reviewed.prepared.body || again.url !== reviewed.prepared.url) {
        setReviewed(undefined)
        return setOpen(false)
      }
      fresh.send()
    },
    startAgain() {
      setOpen(false)
      void form.handleSubmit(open)()
    },
    show: () => setOpen(true),
    close() {
      fresh.leave()
      setOpen(false)
      if (!isUnknown) clear()
    },
  }
}
