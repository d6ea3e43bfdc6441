import type { ComponentProps, ComponentType, ReactElement, ReactNode } from 'react'

import type { AnswerOf, RequestOf, WriteEndpoint } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import type { MadeId } from '#intents/outcome.ts'
import type { Decimal } from '#money/decimal.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Note } from '#ui/note.tsx'

import type { Place, PlaceNow } from './place-fields.tsx'
import { missingOf, useNotKnown } from './use-not-known.tsx'
import { writeAction } from './write-action.tsx'
import { NEXT_LINK } from './write-words.ts'

/** The judged request, and its place, which is read on while it is reviewed. */
export type SetUp<Draft> = { draft: Draft; place: Place }

type Shown<Sent> = ComponentType<{ sent: Sent; place: Place }>
type Made = { id: MadeId | undefined; isStarted: boolean; refusal: string | undefined }

type Creation<E extends WriteEndpoint, Draft, Sent> = {
  /** "grid bot" */
  noun: string
  link: (
    id: MadeId,
    look: { className: string | undefined; children: ReactNode },
  ) => ReactElement<ComponentProps<'a'>>
  /** Said of a bot that was made and not started: "It places no order." */
  idle: string
  request: (draft: Draft) => RequestOf<E>
  /** A service that makes first and starts then may have done the first alone. */
  made: (answer: AnswerOf<E>) => Made
  account: (name: string | undefined, draft: Draft) => string
  /** "Start …", before anything is sent. */
  called: (draft: Draft) => string
  deed: (draft: Draft) => string
  whatMoved: (draft: Draft, from: Decimal | undefined, now: PlaceNow) => string | undefined
  /** The request as its own bytes say it. */
  read: (body: Record<string, unknown>) => Sent
  review: Shown<Sent>
  /** Part of the receipt that only this answer has. */
  secret?: ComponentType<{ intent: string; answer: AnswerOf<E> | undefined }>
  receipt: Shown<Sent>
  picture?: Shown<Sent>
}

/** The write that makes and starts a bot: its review, its request and its outcome. */
export function creationOf<E extends WriteEndpoint, Draft, Sent>(
  endpoint: E,
  creation: Creation<E, Draft, Sent>,
) {
  const { noun, link, idle } = creation
  const { review: Review, secret: Secret, receipt: Receipt, picture: Picture } = creation
  const label = `Start ${noun}`
  const madeOf = (answer: AnswerOf<E> | undefined) =>
    answer === undefined ? undefined : creation.made(answer)
  const sentIn = (prepared: Prepared): Sent =>
    creation.read(readJson(askedIn(prepared).body) as Record<string, unknown>)
  return writeAction(endpoint, {
    label,
    width: 'review',
    request: ({ draft }: SetUp<Draft>) => creation.request(draft),
    useFacts({ of: { draft, place } }) {
      const { account, figures } = place
      const missing = missingOf({ account: account?.name, price: figures.now.price })
      return { figures, ...useNotKnown(missing, draft) }
    },
    whatMoved: (reviewed, now, { draft }) => creation.whatMoved(draft, reviewed.price, now),
    priceOf: (now) => now.price,
    account: ({ of: { draft, place } }) => creation.account(place.account?.name, draft),
    title({ answer, of: { draft } }) {
      const made = madeOf(answer)
      if (!made) return `Start ${creation.called(draft)}`
      const name = noun.charAt(0).toUpperCase() + noun.slice(1)
      return made.isStarted ? `${name} started` : `${name} created, not started`
    },
    words({ answer, of: { draft } }) {
      const { isStarted } = madeOf(answer) ?? { isStarted: true }
      return {
        act: label,
        leave: 'Back',
        done: isStarted ? 'Started at' : 'Created at',
        deed: creation.deed(draft),
        accepted: isStarted
          ? 'The service has made and started it.'
          : 'The service has made it and has not started it.',
        refused: 'Nothing was made.',
        unknown: 'It may have been made.',
        asked: `make a ${noun}`,
        copies: `${noun}s were made and started`,
      }
    },
    correctAt: 'Back to the form',
    review: ({ facts: { note }, of: { place }, prepared }) => (
      <>
        {note}
        <Review sent={sentIn(prepared)} place={place} />
      </>
    ),
    placed: ({ answer, intent, of: { place }, prepared }) => (
      <>
        <CreatedOnly made={madeOf(answer)} idle={idle} />
        {Secret && intent && <Secret intent={intent.id} answer={answer} />}
        <Receipt sent={sentIn(prepared)} place={place} />
      </>
    ),
    ...(Picture && {
      picture: ({ of: { place }, prepared }: { of: SetUp<Draft>; prepared: Prepared }) => (
        <Picture sent={sentIn(prepared)} place={place} />
      ),
    }),
    next({ answer }) {
      const id = madeOf(answer)?.id
      return {
        link: id !== undefined && link(id, { className: NEXT_LINK, children: 'See the bot' }),
        another: 'Start another',
      }
    },
    linkTo: (id) =>
      link(id, {
        className: buttonClass({ look: 'secondary' }),
        children: `Open bot ${typeof id === 'string' ? id.slice(0, 8) : id}`,
      }),
    reading: () => ({
      words:
        'Another one on this account is held back until this is known or marked as resolved in Activity.',
    }),
  })
}

const CreatedOnly = ({ made, idle }: { made: Made | undefined; idle: string }) =>
  made?.isStarted === false && (
    <Note tone="caution">
      The service has created the bot and has not started it. {idle}{' '}
      {made.refusal !== undefined && <>The start was refused with {made.refusal} </>}
      Start it from its page, and do not create it again.
    </Note>
  )
