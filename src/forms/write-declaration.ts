import type { ComponentType, ReactNode } from 'react'

import type { AnswerOf, AskedOf, RequestOf, WriteEndpoint } from '#contract/endpoint.ts'
import type { Prepared } from '#dialects/prepare.ts'
import type { Intent } from '#intents/intent.ts'
import type { MadeId } from '#intents/outcome.ts'
import type { Decimal } from '#money/decimal.ts'
import type { Pause } from '#query/scheduler.ts'
import type { Figures } from '#query/use-fresh-figures.ts'
import type { Sent } from '#query/use-sending.ts'

import type { Effect } from './effect.tsx'
import type { NextStep, WriteWords } from './write-words.ts'

export type SheetFacts = {
  /** Figures under review, read again before sending if older than 15 s. */
  figures?: Figures<unknown>
  obstacle?: string | undefined
  [more: string]: unknown
}

export type NowOf<Facts> = Facts extends { figures: Figures<infer Now> } ? Now : undefined

export type Write = {
  isReading: boolean
  /** Reason that ends the review, such as a moved price or another mode. */
  isVoid: string | undefined
  /** The service refused, because the entity changed since it was read. */
  isOutdated: boolean
  obstacle: string | undefined
  /** Rate-limit pause as the only obstacle, for a write that may pass it. */
  pause: Pause | undefined
  send: () => void
  /** For a control beside the outcome that says it repeats the request. */
  sendAgain: () => void
  reviewAgain: () => void
}

export type SheetState = {
  prepared: Prepared
  intent: Intent | undefined
  write: Write
  reread: LaterReading | undefined
  confirm: Confirmation | undefined
  onClose: () => void
}

export type WriteState<
  E extends WriteEndpoint,
  Of,
  Facts = SheetFacts,
  Choice = never,
> = SheetState & {
  of: Of
  facts: Facts
  sentBy: NowOf<Facts> | undefined
  choice: Choice
  choose: (choice: Choice) => void
  /** Prepared request: the bytes shown are the bytes sent. */
  prepared: Prepared<E>
  mode: 'PAPER' | 'REAL'
  intent: Sent<E> | undefined
  answer: AnswerOf<E> | undefined
}

export type LaterReading = {
  at?: number | undefined
  words: string
  /** Title once a read shows that it succeeded. */
  isDone?: string | undefined
}

export type Again = {
  label: string
  next?: string | undefined
  reason?: string | undefined
  onPress?: (() => void) | undefined
}

export type Confirmation = {
  phrase: string
  passphrase?: { isNeeded: boolean; check: (passphrase: string) => Promise<string | undefined> }
}

export type Reread<E extends WriteEndpoint> = {
  words: (answer: AnswerOf<E>, asked: AskedOf<E>) => Omit<LaterReading, 'at'>
  notOffered: string
}

export type Drawn<State> = {
  width?: 'review' | 'stop'
  correctAt?: string
  linkTo?: (id: MadeId) => ReactNode
  account: (state: State) => string | undefined
  title: (state: State) => string
  words: (state: State) => WriteWords
  /** Uses real money even while the mode is still paper. */
  isReal?: (state: State) => boolean
  review: (state: State) => Effect
  /** Outcome from the answer or a later read, never from the plan. */
  done: (state: State) => Effect
  picture?: ComponentType<State>
  controls?: ComponentType<State>
  lists?: ComponentType<State>
  placed?: ComponentType<State>
  next?: (state: State) => NextStep | undefined
  unknown?: ComponentType<State>
  reading?: (state: State) => LaterReading | undefined
  again?: Again | ((state: State) => Again | undefined)
}

export type Declaration<
  E extends WriteEndpoint,
  Of,
  Facts extends SheetFacts,
  Choice extends string,
> = {
  label: string
  /** Requests to choose from; the first is preselected. */
  choices?: readonly Choice[] | ((of: Of) => readonly Choice[])
  request: (of: Of, choice: Choice) => RequestOf<E>
  /** Reviewed revision; the service refuses any other. */
  revision?: (of: Of) => number | undefined
  obstacle?: (of: Of, choice: Choice) => string | undefined
  useFacts?: (state: Pick<WriteState<E, Of>, 'of' | 'intent'>) => Facts
  /** Effect of newer figures, as a sentence; `undefined` if there is none. */
  whatMoved?: (
    reviewed: NonNullable<NowOf<Facts>>,
    now: NonNullable<NowOf<Facts>>,
    of: Of,
    prepared: Prepared<E>,
  ) => string | undefined
  /** Opens a new review after the figures moved or the service refused for that. */
  reviewAnew?: (of: Of, readAgain: () => Promise<NowOf<Facts>>) => void
  /** Last price among the figures, stored with the intent. */
  priceOf?: (now: NowOf<Facts>) => Decimal | undefined
  phrase?: (of: Of) => string | undefined
  /** Later state, from the endpoint's declared read, in the form of its answer. */
  reread?: Reread<E>
} & Drawn<WriteState<E, Of, Facts, Choice>>
