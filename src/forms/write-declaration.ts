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
  /** Figures under review; read again before sending when older than 15 s. */
  figures?: Figures<unknown>
  obstacle?: string | undefined
  [more: string]: unknown
}

export type NowOf<Facts> = Facts extends { figures: Figures<infer Now> } ? Now : undefined

export type Write = {
  isReading: boolean
  /** Reason that ends the review: the prices moved, or the mode changed. */
  isVoid: string | undefined
  /** The service refused the write because the entity has changed since it was read. */
  isOutdated: boolean
  obstacle: string | undefined
  /** A pause the service asked for is all that stands in the way, and this write may pass it. */
  pause: Pause | undefined
  send: () => void
  /** For a control beside the outcome that says that it sends the same once more. */
  sendAgain: () => void
  /** Takes the figures as they stand now for reviewed. */
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
  /** The one request: it is shown, and the same bytes are sent. */
  prepared: Prepared<E>
  mode: 'PAPER' | 'REAL'
  intent: Sent<E> | undefined
  answer: AnswerOf<E> | undefined
}

export type LaterReading = {
  at?: number | undefined
  words: string
  /** The title once the reading shows that it was done. */
  isDone?: string | undefined
}

export type Again = {
  label: string
  /** Reason that it is safe, or its effect. */
  next?: string | undefined
  reason?: string | undefined
  /** Without it, the same is sent once more. */
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
  /** A refusal is corrected where the request was written: how to get back there. */
  correctAt?: string
  linkTo?: (id: MadeId) => ReactNode
  account: (state: State) => string | undefined
  title: (state: State) => string
  words: (state: State) => WriteWords
  /** Real money is at stake even where the mode is still paper. */
  isReal?: (state: State) => boolean
  review: (state: State) => Effect
  /** The outcome by the answer of the service or a reading after it, never by the plan. */
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
  /** The requests to choose from in the review; it begins with the first. */
  choices?: readonly Choice[] | ((of: Of) => readonly Choice[])
  request: (of: Of, choice: Choice) => RequestOf<E>
  /** The revision that was reviewed: the service refuses the request for any other. */
  revision?: (of: Of) => number | undefined
  /** Reason that the entity in its state takes no such write. */
  obstacle?: (of: Of, choice: Choice) => string | undefined
  useFacts?: (state: Pick<WriteState<E, Of>, 'of' | 'intent'>) => Facts
  /** Effect of newer figures on the review, as a sentence; `undefined` if it means the same. */
  whatMoved?: (
    reviewed: NonNullable<NowOf<Facts>>,
    now: NonNullable<NowOf<Facts>>,
    of: Of,
    prepared: Prepared<E>,
  ) => string | undefined
  /** Once the figures have moved or the service has refused for that: opens a new review. */
  reviewAnew?: (of: Of, readAgain: () => Promise<NowOf<Facts>>) => void
  /** The last price among the figures, kept with the intent. */
  priceOf?: (now: NowOf<Facts>) => Decimal | undefined
  phrase?: (of: Of) => string | undefined
  /** A later state, from the reading that the endpoint declares, which has the form of its answer. */
  reread?: Reread<E>
} & Drawn<WriteState<E, Of, Facts, Choice>>
