// Figures under review, and the hook that sends a write.

import type { UseQueryResult } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Clock } from '#client/clock.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { Subject, WriteEndpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { subjectOf } from '#intents/asked.ts'
import { type Intent, reducesRisk } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import { toText } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { areFresh, type Figures, useFreshFigures } from '#query/use-fresh-figures.ts'
import type { Sending } from '#query/use-sending.ts'
import { usePause, useWriteBlock } from '#query/use-write-block.ts'

import type { Declaration, NowOf, SheetFacts, Write } from './write-declaration.ts'

type Open<E extends WriteEndpoint, Of, Facts, Choice> = {
  of: Of
  facts: Facts
  choice: Choice
  prepared: Prepared<E>
  sending: Sending<E>
  onSent: ((intent: string) => void) | undefined
}

type Query<Now> = Pick<UseQueryResult<Now, ApiError>, 'data' | 'dataUpdatedAt' | 'refetch'>

/** Figures of a query, for review and sending; `meanwhile` until the first answer. */
export function useFigures<Now>(query: Query<Now>, meanwhile: Now): Figures<Now>
export function useFigures<Now>(query: Query<Now>): Figures<Now | undefined>
export function useFigures<Now>(query: Query<Now>, meanwhile?: Now): Figures<Now | undefined> {
  const { clock } = useService()
  const { data, dataUpdatedAt, refetch } = query
  return {
    now: data ?? meanwhile,
    readAt:
      data === undefined && meanwhile === undefined ? undefined : clock.serviceTime(dataUpdatedAt),
    readAgain: async () => (await refetch({ throwOnError: true })).data ?? meanwhile,
  }
}

type Read = {
  of: Pick<Subject, 'kind' | 'id'> | undefined
  readAt: Instant | undefined
  serviceTime: Clock['serviceTime']
  except?: string | undefined
}

/** The figures were read before the last write on this subject was answered. */
export function isBehind(
  intents: readonly Intent[],
  { of, readAt, serviceTime, except }: Read,
): boolean {
  if (readAt === undefined || !of) return false
  return intents.some((intent) => {
    const { id, endedAt = intent.sentAt, outcome } = intent
    if (id === except || serviceTime(endedAt) < readAt || !mayHaveActed(outcome)) return false
    const subject = subjectOf(intent)
    return subject?.kind === of.kind && subject.id === of.id
  })
}

export function useIsBehind(read: Omit<Read, 'serviceTime'>): boolean {
  const { sender, clock } = useService()
  const intents = useSyncExternalStore(sender.journal.subscribe, sender.journal.all)
  return isBehind(intents, { ...read, serviceTime: clock.serviceTime })
}

/** Latest value before the request was sent. */
export function useBefore<T>(value: T, intent: unknown): T {
  const [before, setBefore] = useState(() => value)
  if (intent !== undefined || value === undefined || value === before) return before
  setBefore(() => value)
  return value
}

/** In milliseconds. A read may wait for the request limit, or forever. */
const READ_WITHIN = 5_000

const inTime = <T>(reading: Promise<T>): Promise<T> =>
  Promise.race([
    reading,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The read took too long.')), READ_WITHIN)
    }),
  ])

export function useWrite<
  E extends WriteEndpoint,
  Of,
  Facts extends SheetFacts,
  Choice extends string,
>(declared: Declaration<E, Of, Facts, Choice>, open: Open<E, Of, Facts, Choice>) {
  type Now = NowOf<Facts>
  const { of, facts, choice, prepared, onSent } = open
  const figures = facts.figures as Figures<Now> | undefined
  const { clock } = useService()
  const { intent, send } = open.sending
  const [sentBy, setSentBy] = useState<Now>()
  const outcome = intent?.outcome
  const mayPassPause = reducesRisk(prepared.endpoint)
  const block = useWriteBlock({ of: prepared.endpoint })
  const blockPastPause = useWriteBlock({ of: prepared.endpoint, passesPause: true })
  const pause = usePause()
  const isPauseAlone = mayPassPause && pause !== undefined && blockPastPause === undefined

  // The first fresh figures shown count as reviewed; until then, the current ones.
  const [first, setFirst] = useState<Now>()
  if (first === undefined && figures?.now !== undefined && areFresh(figures, clock.now())) {
    setFirst(figures.now)
  }
  const reviewed = first ?? figures?.now
  // Set by *Review again* for a write that reduces risk or requires a phrase: later prices no
  // longer block it.
  const [isInsisting, setInsisting] = useState(false)
  const isByFiguresAsTheyAre = isInsisting || isPauseAlone

  const sendNow = (now: Now | undefined, isDeliberate = false) => {
    const price = now === undefined ? undefined : declared.priceOf?.(now)
    const id = send(prepared, {
      ...(price && { price: toText(price) }),
      ...(isDeliberate && { isDeliberate }),
      ...(isPauseAlone && { passesPause: true }),
    })
    setSentBy(() => now)
    onSent?.(id)
  }
  const isOld = useIsBehind({
    of: subjectOf(prepared),
    readAt: figures?.readAt,
    except: intent?.id,
  })
  const fresh = useFreshFigures<Now | undefined>({
    figures:
      figures === undefined || isByFiguresAsTheyAre
        ? { now: figures?.now, readAt: undefined, readAgain: async () => figures?.now }
        : {
            ...figures,
            ...(isOld && { readAt: 0 }),
            readAgain: () => inTime(figures.readAgain()),
          },
    whatMoved: (now) =>
      isInsisting || reviewed == null || now == null
        ? undefined
        : declared.whatMoved?.(reviewed, now, of, prepared),
    send: (now) => sendNow(now),
  })
  const write: Write = {
    isReading: fresh.isReading,
    isVoid: fresh.isVoid,
    isOutdated: outcome?.kind === 'refused' && outcome.error.failure.status === 412,
    obstacle:
      (isPauseAlone ? undefined : block) ?? declared.obstacle?.(of, choice) ?? facts.obstacle,
    pause: isPauseAlone ? pause : undefined,
    send: fresh.send,
    sendAgain: () => sendNow(figures?.now, true),
    reviewAgain() {
      fresh.leave()
      setFirst(figures?.now)
      if (mayPassPause || declared.phrase) setInsisting(true)
      if (figures) declared.reviewAnew?.(of, figures.readAgain)
    },
  }
  return { write, sentBy }
}
