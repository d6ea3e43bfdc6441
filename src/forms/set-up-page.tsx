import {
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'

import type { WriteEndpoint } from '#contract/endpoint.ts'
import type { MadeId } from '#intents/outcome.ts'
import { type LastPlace, type PlaceKind, useLastPlace } from '#market/last-place.ts'
import type { Decimal } from '#money/decimal.ts'
import { useExtension, useAreOffersKnown } from '#query/service.tsx'
import type { Figures } from '#query/use-fresh-figures.ts'
import { useSending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import type { DraftForm } from '#session/drafts.ts'
import type { Mode } from '#session/session.ts'
import { useConnection, useKeptMode, useSessionStore } from '#session/use-session.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'

import type { Tree, ValuesOf } from './field-nodes.ts'
import {
  type FormRules,
  FormScope,
  useDeclaredForm,
  useKeepTyped,
  useRefusal,
  useSettledValues,
} from './declared-form.tsx'
import { type Example, useExample } from './example.tsx'
import { FormFrame } from './form-frame.tsx'
import { missingOf, useNotKnown } from './use-not-known.tsx'
import type { WriteAction } from './write-action.tsx'
import { NEXT_LINK } from './write-words.ts'

/** What is made: the request that was judged, and what it was judged by, read on while it is reviewed. */
export type SetUp<Draft, Known> = { draft: Draft; known: Known }

type Parts<T extends Tree, Known, Draft> = {
  form: Pick<UseFormReturn<ValuesOf<T> & FieldValues>, 'setValue'>
  /** Deferred past the keystroke, without what the service does not offer. */
  values: ValuesOf<T>
  known: Known
  /** What would be sent, where nothing is wrong with it. */
  draft: Draft | undefined
}

type Declaration<T extends Tree, Context, Known, Draft, E extends WriteEndpoint> = {
  /** "grid bot": what is made here, as it goes on after "New" and "Review". */
  noun: string
  back: ReactNode
  /** Said where the service makes none. */
  elsewhere: string
  /** Where what is typed is kept until it is sent. */
  keptAs: DraftForm
  rules: FormRules<T, Context, Known, Draft>
  /** A hook: what is read of the service for what is typed. */
  useKnown: (values: ValuesOf<T>) => Known
  /** Without what the lists, once they have come, or the account do not offer. */
  offered: (values: ValuesOf<T>, known: Known) => ValuesOf<T>
  unitsOf: (values: ValuesOf<T>) => { base: string; quote: string }
  form: ComponentType<Parts<T, Known, Draft>>
  preview: ComponentType<Parts<T, Known, Draft>>
  /** The review of the request, and what becomes of it. */
  create: WriteAction<SetUp<Draft, Known>, E>
  /** A hook: what one press on paper fills in, worked out when it is pressed. */
  useExample?: (parts: Parts<T, Known, Draft>) => () => Promise<Example>
  /** The account and pair of the form, remembered for the next one. */
  place?: {
    kind: PlaceKind
    of: (values: ValuesOf<T>) => LastPlace
    filledIn: (place: LastPlace) => Partial<ValuesOf<T>>
  }
  /** What the next one begins with, after one was made. */
  again: (values: ValuesOf<T>) => Partial<ValuesOf<T>>
}

/** A page on which something is set up beside what it comes to, before it is reviewed and sent. */
export function setUpPage<
  T extends Tree,
  Context,
  Known,
  Draft extends FieldValues,
  E extends WriteEndpoint,
>(declaration: Declaration<T, Context, Known, Draft, E>): () => ReactNode {
  const { noun, rules, keptAs, useKnown, create, place } = declaration
  const hasExample = declaration.useExample !== undefined
  const useExampleOf = declaration.useExample ?? (() => async () => [])
  const { form: declared, contextOf } = rules

  function SetUpForm({ mode, onUnreviewed }: { mode: Mode; onUnreviewed: () => void }) {
    const { drafts } = useSessionStore()
    const connectionId = useConnection()?.id
    const { last, remember } = useLastPlace(place?.kind ?? 'number', mode)
    const [initial] = useState(() => {
      const found =
        connectionId === undefined
          ? undefined
          : declared.heal(drafts.read(connectionId, keptAs, mode))
      const values = found ?? declared.empty()
      const before = place && isNowhere(place.of(values)) ? last() : undefined
      return before ? { ...values, ...place?.filledIn(before) } : values
    })
    const knownNow = useRef<Known>(undefined as Known)
    const form = useDeclaredForm(rules, initial, knownNow)
    const typed = useSettledValues(form, declared)
    const known = useKnown(typed)
    useEffect(() => {
      knownNow.current = known
    })

    const sending = useSending<E>()
    const outcome = sending.intent?.outcome
    const isMade = outcome?.kind === 'placed'
    const keep = useCallback(
      (values: ValuesOf<T>) => {
        if (connectionId === undefined) return
        if (isMade) drafts.clear(connectionId, keptAs, mode)
        else drafts.write(connectionId, keptAs, values, mode)
      },
      [connectionId, drafts, mode, isMade],
    )
    useKeepTyped(form, typed, keep)
    const { account, pair } = place?.of(typed) ?? NOWHERE
    useEffect(() => remember({ account, pair }), [remember, account, pair])

    const [reviewed, setReviewed] = useState<Draft>()
    const isReviewed = reviewed !== undefined
    useEffect(() => {
      if (!isReviewed) onUnreviewed()
    }, [isReviewed, onUnreviewed])

    const context = contextOf(known)
    useRefusal(form, declared, context, outcome?.kind === 'refused' ? outcome.error : undefined)
    const { errors } = useFormState({ control: form.control })
    const values = declaration.offered(typed, known)
    const { draft, issues = {} } = rules.judge(typed, known)
    const found = declared.byField(issues, values, context)
    const parts = { form, values, known, draft }
    const example = useExample(form, useExampleOf(parts))

    const isOffered = useExtension(create.endpoint)
    const isKnown = useAreOffersKnown()
    const whyNot = useWhyNotOffered(create.endpoint)
    const block = useWriteBlock({ of: create.endpoint })
    const id = useId()
    const review = form.handleSubmit((judged) => {
      sending.clear()
      setReviewed(judged)
    })
    return (
      <Page
        title={`New ${noun}`}
        back={declaration.back}
        actions={hasExample && isOffered === true ? example.button : undefined}
        footer={
          isOffered === true && (
            <>
              <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:text-left">
                {block ?? declared.stillToDo(found) ?? 'Nothing is sent before it is reviewed.'}
              </span>
              <Button
                look="primary"
                size="large"
                type="submit"
                form={id}
                aria-disabled={block !== undefined}
                className="max-sm:flex-1"
              >
                Review {noun}
              </Button>
            </>
          )
        }
      >
        {isOffered === false && (
          <NotOffered isKnown={isKnown} noun={noun}>
            {whyNot ?? declaration.elsewhere}
          </NotOffered>
        )}
        {example.said !== undefined && (
          <Note isAnnounced className="mt-3">
            {example.said}
          </Note>
        )}
        {isOffered === true && (
          <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
            <FormFrame
              id={id}
              label={`New ${noun}`}
              refusal={errors.root?.['refusal']?.message}
              onSubmit={(event) => void review(event)}
            >
              <FormScope
                form={form}
                declared={declared}
                context={context}
                {...declaration.unitsOf(values)}
                size="medium"
                values={values}
                issues={found}
              >
                <declaration.form {...parts} />
              </FormScope>
            </FormFrame>
            <declaration.preview {...parts} />
          </div>
        )}
        {reviewed && (
          <create.Sheet
            of={{ draft: reviewed, known }}
            sending={sending}
            onClose={() => {
              setReviewed(undefined)
              if (!isMade) return
              sending.clear()
              form.reset({ ...declared.empty(), ...declaration.again(values) })
            }}
          />
        )}
      </Page>
    )
  }

  return function SetUpPage() {
    const { mode, onUnreviewed } = useModeOfForm()
    return <SetUpForm key={mode} mode={mode} onUnreviewed={onUnreviewed} />
  }
}

const NOWHERE: LastPlace = { account: '', pair: '' }

const isNowhere = ({ account, pair }: LastPlace): boolean => account === '' && pair === ''

/** The mode that a form is typed for: the present one, once no review of another is open. */
export function useModeOfForm() {
  const now = useKeptMode()
  const [mode, setMode] = useState(now)
  return { mode, onUnreviewed: useCallback(() => setMode(now), [now]) }
}

type NotOfferedProps = { isKnown: boolean; noun: string; children: string }

/** The service makes none, or was never asked with success. */
function NotOffered({ isKnown, noun, children }: NotOfferedProps) {
  if (isKnown) {
    return <ErrorState title={`This service does not make ${noun}s.`}>{children}</ErrorState>
  }
  return (
    <ErrorState
      kind="unknown"
      title={`Whether this service makes ${noun}s is not known.`}
      next="It is asked again within five minutes."
    >
      It has not yet said what it offers. {children}
    </ErrorState>
  )
}

type BotLink = (
  id: MadeId,
  look: { className: string | undefined; children: ReactNode },
) => ReactElement<ComponentProps<'a'>>

/** What the sheets that make and start a bot have in common: "grid bot". */
export const creationOf = (thing: string, link: BotLink) =>
  ({
    label: `Start ${thing}`,
    width: 'review',
    beginsAnew: true,
    // A service that makes first and starts then may have done the first alone.
    words: ({ isStarted = true } = {}) => ({
      act: `Start ${thing}`,
      leave: 'Back',
      done: isStarted ? 'Started at' : 'Created at',
      accepted: isStarted
        ? 'The service has made and started it.'
        : 'The service has made it and has not started it.',
      refused: 'Nothing was made.',
      unknown: 'It may have been made.',
      asked: `make a ${thing}`,
      copies: `${thing}s were made and started`,
    }),
    correctAt: 'Back to the form',
    kept: 'Your entries are kept.',
    next: ({ answer }: { answer: { id?: MadeId | undefined } | undefined }) => ({
      link:
        answer?.id !== undefined &&
        link(answer.id, { className: NEXT_LINK, children: 'See the bot' }),
      another: 'Start another',
    }),
    linkTo: (id: MadeId) =>
      link(id, {
        className: buttonClass({ look: 'secondary' }),
        children: `Open bot ${typeof id === 'string' ? id.slice(0, 8) : id}`,
      }),
    reading: () => ({
      at: undefined,
      words:
        'Another one on this account is held back until this is known or marked as resolved in Activity.',
    }),
  }) as const

type Reviewed<Now> = {
  account: { name: string } | undefined
  figures: Figures<Now & { price?: Decimal | undefined }>
}

/** Hook: the figures that the review of a new bot rests on, and the missing ones. */
export function useCreationFacts<Now>({
  of: { draft, known },
}: {
  of: SetUp<unknown, Reviewed<Now>>
}) {
  const { account, figures } = known
  const missing = missingOf({ account: account?.name, price: figures.now.price })
  return { figures, ...useNotKnown(missing, draft) }
}

type CreatedOnlyProps = { bot: { start_refusal?: string | undefined } | undefined; idle: string }

/** Of a bot that was made and not started; `idle`: "It places no order." */
export const CreatedOnly = ({ bot, idle }: CreatedOnlyProps) => (
  <Note tone="caution">
    The service has created the bot and has not started it. {idle}{' '}
    {bot?.start_refusal !== undefined && <>The start was refused with {bot.start_refusal} </>}
    Start it from its page, and do not create it again.
  </Note>
)
