// Page of a new bot: form, preview and review.

import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type FieldValues, get, useFormState } from 'react-hook-form'

import type { ListedExchange } from '#contract/exchanges.ts'
import type { WriteEndpoint } from '#contract/endpoint.ts'
import type { Attributes } from '#contract/sentences.ts'
import { type LastPlace, type PlaceKind, useLastPlace } from '#market/last-place.ts'
import type { Place as PlaceWithMoney } from '#market/place-with-money.ts'
import { useExtension, useAreOffersKnown } from '#query/service.tsx'
import { useSending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import type { DraftForm } from '#session/drafts.ts'
import type { Mode } from '#session/session.ts'
import { useConnection, useKeptMode, useSessionStore } from '#session/use-session.ts'
import { splitPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'

import type { SetUp } from './creation.tsx'
import type { Declared } from './declare.ts'
import type { Tree, ValuesOf } from './field-nodes.ts'
import {
  FormScope,
  useDeclaredForm,
  useKeepTyped,
  useRefusal,
  useSettledValues,
} from './declared-form.tsx'
import { type Example, useExample } from './example.tsx'
import type { Judged } from './form-errors.ts'
import { FormFrame } from './form-frame.tsx'
import {
  offeredPlace,
  type Place,
  type PlaceAccount,
  PlaceFields,
  type PlaceNow,
  usePlace,
} from './place-fields.tsx'
import type { WriteAction } from './write-action.tsx'

export type SetUpParts<Values, Draft> = {
  values: Values
  fill: (values: Partial<Values>) => void
  place: Place
  placeFields: ReactNode
  draft: Draft | undefined
  issues: Attributes
}

type Declaration<T extends Tree, Draft, E extends WriteEndpoint> = {
  noun: string
  back: ReactNode
  elsewhere: string
  /** Name of the stored draft, kept until it is sent. */
  keptAs: DraftForm
  form: Declared<T, unknown>
  /** Kind of ids that the form uses, and its account field; the pair's is `pair`. */
  place: { kind: PlaceKind; account: keyof T & string }
  /** Drops choices that the account does not offer. */
  offered: (values: ValuesOf<T>, account: PlaceAccount | undefined) => ValuesOf<T>
  judge: (values: ValuesOf<T>, now: PlaceNow) => Judged<Draft>
  fields: ComponentType<SetUpParts<ValuesOf<T>, Draft>>
  preview: ComponentType<SetUpParts<ValuesOf<T>, Draft>>
  create: WriteAction<SetUp<Draft>, E>
  example: {
    noMoney: string
    isFit: (account: ListedExchange, values: ValuesOf<T>) => boolean
    fields: (found: PlaceWithMoney, values: ValuesOf<T>) => Example
  }
}

export function setUpPage<T extends Tree, Draft extends FieldValues, E extends WriteEndpoint>(
  declaration: Declaration<T, Draft, E>,
): () => ReactNode {
  const { noun, form: declared, keptAs, create, example } = declaration
  const { kind, account: accountAt } = declaration.place
  type Values = ValuesOf<T>
  const placeOf = (values: Values): LastPlace => ({
    account: String(get(values, accountAt)),
    pair: String(get(values, 'pair')),
  })
  const placedAt = (values: Values, { account, pair }: LastPlace): Values => ({
    ...values,
    [accountAt]: account,
    pair,
  })
  const offeredAt = (values: Values, place: Place): Values =>
    declaration.offered(placedAt(values, offeredPlace(placeOf(values), place)), place.account)
  const rules = {
    form: declared,
    judge: (values: Values, place: Place) =>
      declaration.judge(offeredAt(values, place), place.figures.now),
    contextOf: () => undefined,
  }

  function SetUpForm({ mode, onUnreviewed }: { mode: Mode; onUnreviewed: () => void }) {
    const { drafts } = useSessionStore()
    const connectionId = useConnection()?.id
    const { begin, remember } = useLastPlace(kind, mode)
    const [initial] = useState(() => {
      const values = declared.heal(drafts.read(connectionId, keptAs, mode)) ?? declared.empty()
      return placedAt(values, begin(placeOf(values)))
    })
    const placeNow = useRef<Place>(undefined as never)
    const form = useDeclaredForm(rules, initial, placeNow)
    const typed = useSettledValues(form, declared)
    const typedPlace = placeOf(typed)
    const place = usePlace(kind, typedPlace)
    useEffect(() => {
      placeNow.current = place
    })

    const sending = useSending<E>()
    const outcome = sending.intent?.outcome
    const isMade = outcome?.kind === 'placed'
    const keep = useCallback(
      (values: Values) => {
        if (isMade) drafts.clear(connectionId, keptAs, mode)
        else drafts.write(connectionId, keptAs, values, mode)
      },
      [connectionId, drafts, mode, isMade],
    )
    useKeepTyped(form, typed, keep)
    const { account, pair } = typedPlace
    useEffect(() => remember({ account, pair }), [remember, account, pair])

    const [reviewed, setReviewed] = useState<Draft>()
    const isReviewed = reviewed !== undefined
    useEffect(() => {
      if (!isReviewed) onUnreviewed()
    }, [isReviewed, onUnreviewed])

    useRefusal(form, declared, undefined, outcome?.kind === 'refused' ? outcome.error : undefined)
    const { errors } = useFormState({ control: form.control })
    const values = offeredAt(typed, place)
    const { draft, issues = {} } = rules.judge(typed, place)
    const found = declared.byField(issues, values, undefined)
    const parts = {
      values,
      fill: (texts: Partial<Values>) => {
        for (const [path, value] of Object.entries(texts)) {
          form.setValue(path as never, value as never, { shouldDirty: true, shouldTouch: true })
        }
      },
      place,
      placeFields: <PlaceFields kind={kind} accountAt={accountAt} of={place} />,
      draft,
      issues,
    }
    const filled = useExample(form, () => ({
      kind,
      accountAt,
      chosen: placeOf(values),
      noMoney: example.noMoney,
      isFit: (one) => example.isFit(one, values),
      fields: (at) => example.fields(at, values),
    }))

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
        actions={isOffered === true && filled.button}
        footer={
          isOffered === true && (
            <>
              <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:text-left">
                {block ??
                  declared.stillToDo(found, values) ??
                  'Nothing is sent before it is reviewed.'}
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
        {filled.said !== undefined && (
          <Note isAnnounced className="mt-3">
            {filled.said}
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
                context={undefined}
                {...splitPair(placeOf(values).pair)}
                size="medium"
                values={values}
                issues={found}
              >
                <declaration.fields {...parts} />
              </FormScope>
            </FormFrame>
            <declaration.preview {...parts} />
          </div>
        )}
        {reviewed && (
          <create.Sheet
            of={{ draft: reviewed, place }}
            sending={sending}
            onClose={() => {
              setReviewed(undefined)
              if (!isMade) return
              sending.clear()
              form.reset(placedAt(declared.empty(), placeOf(values)))
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

export function useModeOfForm() {
  const now = useKeptMode()
  const [mode, setMode] = useState(now)
  return { mode, onUnreviewed: useCallback(() => setMode(now), [now]) }
}

type NotOfferedProps = { isKnown: boolean; noun: string; children: string }

/** The service cannot create one, or the read of its extensions failed. */
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
