import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Attributes } from '#contract/errors.ts'
import type { Intent } from '#intents/intent.ts'
import { useExtension } from '#query/use-extension.ts'
import { useWriteBlock } from '#query/use-write-block.ts'

import { stillToDo } from './still-to-do.ts'
import { useShownProblems } from './use-shown-problems.ts'

type Kind = Intent['outcome']['kind']

type Sendable = {
  outcome:
    | { kind: 'refused'; error: ApiError }
    | { kind: 'unsent'; because: string }
    | { kind: Exclude<Kind, 'refused' | 'unsent'> }
}

type SetUp<Draft, Made extends Sendable, Values> = {
  endpoint: Endpoint
  sending: {
    intent: Made | undefined
    send: (request: { body: Draft }, price?: string) => void
    clear: () => void
  }
  /** What the form comes to: the body of its request where nothing is wrong with it. */
  judged: { draft?: Draft | undefined; problems: Attributes }
  /** Every field by the member of the request, as it is called where something is missing. */
  names: Readonly<Record<string, string>>
  onType: (change: Partial<Values>) => void
  /** The review of one that was made was left: the form begins again. */
  onMade: () => void
}

/** A form that makes something, from what is typed to what becomes of its request. */
export function useSetUp<Draft, Made extends Sendable, Values>(setUp: SetUp<Draft, Made, Values>) {
  const { endpoint, sending, judged, names } = setUp
  const isOffered = useExtension(endpoint)
  const block = useWriteBlock()
  const [reviewed, setReviewed] = useState<Draft>()
  const outcome = sending.intent?.outcome
  const shown = useShownProblems({
    problems: judged.problems,
    refused: outcome?.kind === 'refused' && !reviewed ? outcome.error : undefined,
    isField: (path) => path in names,
  })
  return {
    page: {
      isOffered,
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
      intent: sending.intent,
      onSend(price: string | undefined) {
        shown.startOver()
        sending.send({ body: reviewed }, price)
      },
      onClose() {
        setReviewed(undefined)
        if (outcome?.kind === 'placed') setUp.onMade()
      },
    },
  }
}
