import { useEffect, useState } from 'react'

import type { Prepared } from '#client/prepare.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { showRefusal } from '#forms/show-refusal.ts'
import { withRef } from '#intents/ref.ts'
import { useService } from '#query/service.tsx'
import { type Sent, useSend } from '#query/use-send.ts'
import { sessionHome } from '#session/home.ts'
import { useConnection, useSettings } from '#session/use-session.ts'

import { emptyDraft } from './draft-values.ts'
import { fieldOf } from './judge-draft.ts'
import type { Ticket } from './ticket-context.ts'
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
  isOpen: boolean
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
export function useReview({ form, account, market, soft, overridden }: Ticket): Review {
  const { client, door } = useService()
  const { orderRefs } = useSettings()
  const connectionId = useConnection()?.id
  const { send, intent, isSending, clear } = useSend(createSmartTrade)
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [isOpen, setOpen] = useState(false)
  const outcome = intent?.outcome
  const openOrder = useOpenOrder(intent, account?.id)
  const { getValues, setError, reset } = form

  useEffect(() => {
    if (outcome?.kind === 'refused') {
      showRefusal(setError, outcome.error, (path) => fieldOf(path, getValues()))
    }
    if (outcome?.kind === 'placed') {
      const { type, account_id, pair } = getValues()
      reset({ ...emptyDraft(), type, account_id, pair })
      if (connectionId !== undefined) sessionHome().drafts.clear(connectionId, 'smart-trade')
    }
  }, [outcome, setError, getValues, reset, connectionId])

  const open = (judged: SmartTradeDraft) => {
    clear()
    const draft = orderRefs ? { ...judged, note: withRef(judged.note, door.newRef()) } : judged
    setReviewed({
      draft,
      prepared: client.prepare(createSmartTrade, { body: draft }),
      account,
      market,
      left: soft.filter(({ kind }) => overridden.has(kind)).map(({ sentence }) => sentence),
    })
    setOpen(true)
  }
  const isUnknown = outcome?.kind === 'unknown'
  return {
    reviewed,
    isOpen,
    isSending,
    intent,
    hold: openOrder && (openOrder === intent ? UNKNOWN : UNKNOWN_ELSEWHERE),
    open,
    place() {
      if (!reviewed || intent) return
      const now = client.prepare(createSmartTrade, { body: reviewed.draft })
      // What was read and what would go out are the same bytes, or nothing goes out.
      if (now.body === reviewed.prepared.body && now.url === reviewed.prepared.url) {
        send({ body: reviewed.draft })
      } else {
        setReviewed(undefined)
        setOpen(false)
      }
    },
    startAgain() {
      clear()
      setOpen(false)
      void form.handleSubmit(open)()
    },
    show: () => setOpen(true),
    close() {
      setOpen(false)
      if (!isUnknown) clear()
    },
  }
}
