// Review and outcome of a new bot, shared by grid and DCA bots.

import type { ComponentProps, ComponentType, ReactElement, ReactNode } from 'react'

import type { AnswerOf, RequestOf, WriteEndpoint } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { askedIn, type Prepared } from '#dialects/prepare.ts'
import type { MadeId } from '#intents/outcome.ts'
import type { Decimal } from '#money/decimal.ts'
import { buttonClass } from '#ui/button-class.ts'

import type { Effect } from './effect.tsx'
import type { Place, PlaceNow } from './place-fields.tsx'
import { missingOf, useNotKnown } from './use-not-known.tsx'
import { writeAction } from './write-action.tsx'
import { NEXT_LINK } from './write-words.ts'

/** Valid request with its place, which is still read during the review. */
export type SetUp<Draft> = { draft: Draft; place: Place }

type Reviewed<Sent> = { sent: Sent; place: Place }
type Made = { id: MadeId | undefined; isStarted: boolean; refusal: string | undefined }

type Creation<E extends WriteEndpoint, Draft, Sent> = {
  noun: string
  link: (
    id: MadeId,
    look: { className: string | undefined; children: ReactNode },
  ) => ReactElement<ComponentProps<'a'>>
  idle: string
  request: (draft: Draft) => RequestOf<E>
  /** Created, but perhaps not started, if the service does these in two steps. */
  made: (answer: AnswerOf<E>) => Made
  account: (name: string | undefined, draft: Draft) => string
  called: (draft: Draft) => string
  whatMoved: (draft: Draft, from: Decimal | undefined, now: PlaceNow) => string | undefined
  read: (body: Record<string, unknown>) => Sent
  review: (of: Reviewed<Sent>) => Effect
  /** Effect after "Created and running.", from the answer. */
  done: (of: Reviewed<Sent> & { answer: AnswerOf<E> }) => Effect
  picture: ComponentType<Reviewed<Sent> & { answer: AnswerOf<E> | undefined }>
  lists?: ComponentType<Reviewed<Sent>>
  secret?: ComponentType<{ intent: string; answer: AnswerOf<E> | undefined }>
}

export function creationOf<E extends WriteEndpoint, Draft, Sent>(
  endpoint: E,
  creation: Creation<E, Draft, Sent>,
) {
  const { noun, link, idle } = creation
  const { secret: Secret, picture: Picture, lists: Lists } = creation
  const label = `Start ${noun}`
  const madeOf = (answer: AnswerOf<E> | undefined) =>
    answer === undefined ? undefined : creation.made(answer)
  const reviewedIn = (prepared: Prepared, { place }: SetUp<Draft>): Reviewed<Sent> => ({
    sent: creation.read(readJson(askedIn(prepared).body) as Record<string, unknown>),
    place,
  })
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
    words({ answer }) {
      const { isStarted } = madeOf(answer) ?? { isStarted: true }
      return {
        act: label,
        leave: 'Back',
        done: isStarted ? 'Started at' : 'Created at',
        refused: 'Nothing was made.',
        unknown: 'It may have been made.',
        asked: `make a ${noun}`,
        copies: `${noun}s were made and started`,
      }
    },
    correctAt: 'Back to the form',
    review: ({ of, prepared }) => creation.review(reviewedIn(prepared, of)),
    done({ of, prepared, answer }) {
      const made = madeOf(answer)
      if (answer === undefined || !made) return { sentence: 'Created. The bot is being read.' }
      const effect = creation.done({ ...reviewedIn(prepared, of), answer })
      return {
        ...effect,
        sentence: (
          <>
            {made.isStarted ? 'Created and running.' : 'Created, not started.'} {effect.sentence}
          </>
        ),
        ...(!made.isStarted && { note: <CreatedOnly made={made} idle={idle} />, isCaution: true }),
      }
    },
    controls: ({ facts: { note } }) => note,
    lists: ({ of, prepared }) => Lists && <Lists {...reviewedIn(prepared, of)} />,
    placed: ({ answer, intent }) =>
      Secret && intent && <Secret intent={intent.id} answer={answer} />,
    picture: ({ of, prepared, answer }) => (
      <Picture {...reviewedIn(prepared, of)} answer={answer} />
    ),
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

const CreatedOnly = ({ made, idle }: { made: Made; idle: string }) => (
  <>
    The service created the bot but did not start it. {idle}{' '}
    {made.refusal !== undefined && <>It refused the start: {made.refusal} </>}
    Start it from its page, and do not create it again.
  </>
)
