import { useState } from 'react'

import type { Endpoint } from '#contract/endpoint.ts'
import type { Attributes } from '#contract/errors.ts'
import type { Intent } from '#intents/intent.ts'
import { useExtension, useAreOffersKnown } from '#query/service.tsx'
import type { Sending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'

import { stillToDo } from './still-to-do.ts'
import { useShownProblems } from './use-shown-problems.ts'

type SetUp<E extends Endpoint, Draft, Values> = {
  endpoint: E
  sending: Sending<E>
  /** What the form comes to: the body of its request where nothing is wrong with it. */
  judged: { draft?: Draft | undefined; problems: Attributes }
  /** Every field by the member of the request, as it is called where something is missing. */
  names: Readonly<Record<string, string>>
  onType: (change: Partial<Values>) => void
  /** The review of one that was made was left: the form begins again. */
  onMade: () => void
}

/** A form that makes something, from what is typed to what becomes of its request. */
export function useSetUp<E extends Endpoint, Draft, Values>(setUp: SetUp<E, Draft, Values>) {
  const { endpoint, sending, judged, names } = setUp
  const isOffered = useExtension(endpoint)
  const isTold = useAreOffersKnown()
  const block = useWriteBlock({ of: endpoint })
  const [reviewed, setReviewed] = useState<Draft>()
  const outcome: Intent['outcome'] | undefined = sending.intent?.outcome
  const shown = useShownProblems({
    problems: judged.problems,
    refused: outcome?.kind === 'refused' && !reviewed ? outcome.error : undefined,
    isField: (path) => path in names,
  })
  return {
    page: {
      isOffered,
      isTold,
      block,
      missing: stillToDo(judged.problems, (field) => names[field] ?? field),
      refusal: shown.above,
      onReview() {
        shown.showAll()
        if (!judged.draft) return
        sending.clear()
        setReviewed(judged.draft)
      },
    },
    fields: {
      errors: shown.errors,
      onLeave: shown.onLeave,
      onChange(change: Partial<Values>) {
        setUp.onType(change)
        // What the service refused is about what was sent, not about what is typed now.
        sending.clear()
      },
    },
    /** Once it was asked for. */
    review: reviewed && {
      draft: reviewed,
      sending,
      onSent: shown.startOver,
      onClose() {
        setReviewed(undefined)
        if (outcome?.kind === 'placed') setUp.onMade()
      },
    },
  }
}
