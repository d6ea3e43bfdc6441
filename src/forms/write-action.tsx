import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'

import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/client.ts'
import { ofRevision, type Prepared } from '#dialects/prepare.ts'
import type { AnswerOf, WriteEndpoint } from '#contract/endpoint.ts'
import { askedOf } from '#intents/asked.ts'
import { reducesRisk } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useMode } from '#query/use-mode.tsx'
import { type Sending, useSending } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { usePassphraseAgain } from '#session/use-passphrase.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'

import { SendingSheet } from './sending-sheet.tsx'
import { useWrite } from './use-write.ts'
import type {
  Declaration,
  LaterReading,
  Reread,
  SheetFacts,
  WriteState,
} from './write-declaration.ts'
import { WriteSheet } from './write-sheet.tsx'

type ActionSheetProps<E extends WriteEndpoint, Of> = {
  of: Of
  onClose: () => void
  /** Given by a page, if it must outlive the sheet. */
  sending?: Sending<E>
  onSent?: (intent: string) => void
}

export type WriteAction<Of, E extends WriteEndpoint = WriteEndpoint> = {
  endpoint: E
  label: string
  obstacle: (of: Of) => string | undefined
  Sheet: ComponentType<ActionSheetProps<E, Of>>
}

export function writeAction<
  E extends WriteEndpoint,
  Of,
  Facts extends SheetFacts = SheetFacts,
  const Choice extends string = never,
>(endpoint: E, declared: Declaration<E, Of, Facts, Choice>): WriteAction<Of, E> {
  const { label, obstacle, choices = [] } = declared
  if (endpoint.effect.risk === 'catastrophic' && !declared.phrase) {
    throw new Error(`${endpoint.name} needs a phrase to be typed.`)
  }
  const useReread = rereadHook(endpoint, declared.reread)

  const choicesOf = (of: Of): readonly [Choice, ...Choice[]] => {
    const [first = undefined as never, ...others] =
      typeof choices === 'function' ? choices(of) : choices
    return [first, ...others]
  }

  type Request = { choice: Choice; prepared: Prepared<E> }

  /** Requests to choose from, or the reason that none can be prepared. */
  function requestsOf(client: Client, of: Of): readonly Request[] | ApiError {
    const requests: Request[] = []
    let refusal: ApiError | undefined
    for (const choice of choicesOf(of)) {
      try {
        const prepared = client.prepare(endpoint, declared.request(of, choice))
        requests.push({ choice, prepared: ofRevision(prepared, declared.revision?.(of)) })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refusal ??= error
      }
    }
    return requests.length === 0 && refusal ? refusal : requests
  }

  type PreparedSheetProps = ActionSheetProps<E, Of> & { requests: readonly Request[] }

  function PreparedSheet({ of, requests, onClose, onSent, ...props }: PreparedSheetProps) {
    const mode = useMode()
    const passphrase = usePassphraseAgain()
    // A switch of mode resolves the doubt of an earlier one, so this sheet starts fresh.
    const isSwitch = endpoint.writes?.includes('mode') === true
    const own = useSending<E>(...(isSwitch ? [] : requests.map(({ prepared }) => prepared)))
    const sending = props.sending ?? own
    const { intent } = sending
    const [chosen, choose] = useState<Choice>()
    // A sent request stays the same if the sheet is opened again.
    const sent = intent && requests.find(({ prepared }) => isSent(prepared, intent))
    const [first] = requests
    if (!first) throw new Error(`${endpoint.name} has no request.`)
    const shown =
      (intent && mayHaveActed(intent.outcome) ? sent : undefined) ??
      requests.find(({ choice }) => choice === chosen) ??
      first
    const { prepared, choice } = shown
    const facts = (declared.useFacts?.({ of, intent }) ?? {}) as Facts
    const open = { of, facts, choice, prepared, sending, onSent }
    const { write, sentBy } = useWrite(declared, open)
    const phrase = declared.phrase?.(of)
    const state = {
      of,
      facts,
      sentBy,
      choice,
      choose,
      prepared,
      mode,
      intent,
      answer: intent?.outcome.kind === 'placed' ? intent.outcome.answer : undefined,
      write,
      reread: useReread({ prepared, intent }),
      confirm: phrase === undefined ? undefined : { phrase, passphrase },
      onClose,
    }
    return <WriteSheet declared={declared} state={state} />
  }

  function ActionSheet(props: ActionSheetProps<E, Of>) {
    const { client } = useService()
    // Prepared on opening, so that the bytes shown are the bytes sent.
    const [requests] = useState(() => requestsOf(client, props.of))
    return requests instanceof ApiError ? (
      <SendingSheet
        isOpen
        onClose={props.onClose}
        title={label}
        statement="Nothing has been sent."
        cancelLabel="Close"
      >
        <Note tone="caution" className="mt-2">
          {requests.message}
        </Note>
      </SendingSheet>
    ) : (
      <PreparedSheet {...props} requests={requests} />
    )
  }

  return {
    endpoint,
    label,
    obstacle(of) {
      const said = choicesOf(of).map((choice) => obstacle?.(of, choice))
      return said.every((one) => one !== undefined) ? said[0] : undefined
    },
    // Remounts for another entity, so that it never gets the first one's request.
    Sheet: (props) => (
      <ActionSheet
        key={JSON.stringify(declared.request(props.of, choicesOf(props.of)[0]))}
        {...props}
      />
    ),
  }
}

/** Two choices may have the same body. */
const isSent = (prepared: Prepared, intent: Pick<Prepared, 'target' | 'body'>): boolean =>
  prepared.target === intent.target && prepared.body === intent.body

const OFTEN = 5_000

/** Hook that reads the entity while the outcome is unknown. */
function rereadHook<E extends WriteEndpoint>(
  { effect: { provenBy } }: E,
  reread: Reread<E> | undefined,
) {
  const { reading } = provenBy
  if (!reread || reading.kind !== 'state') return () => undefined
  const { endpoint, request } = reading
  return function useReread({
    prepared,
    intent,
  }: Pick<WriteState<E, unknown>, 'prepared' | 'intent'>): LaterReading | undefined {
    const canRead = useIsOffered(endpoint) === true
    const isWanted = intent?.outcome.kind === 'unknown'
    const { data, dataUpdatedAt } = useQuery({
      ...endpointQuery(endpoint, request(askedOf(prepared) as never) as never),
      enabled: isWanted && canRead,
      refetchInterval: every(OFTEN),
    })
    if (!isWanted) return undefined
    if (!canRead) return { words: reread.notOffered }
    if (data === undefined || dataUpdatedAt <= intent.sentAt) return undefined
    const words = reread.words(data as AnswerOf<E>, askedOf(prepared) as never)
    return { at: dataUpdatedAt, ...words }
  }
}

/** `undefined` until the service's extensions are known. */
function useIsOffered(endpoint: Pick<WriteEndpoint, 'name' | 'extension'>): boolean | undefined {
  const isOffered = useExtension(endpoint)
  return endpoint.extension ? isOffered : true
}

export function useWriteAction<Of, E extends WriteEndpoint>(
  action: WriteAction<Of, E>,
  latest: (of: Of) => Of = (of) => of,
) {
  const [opened, setOpened] = useState<{ of: Of; count: number }>()
  const { Sheet } = action
  return {
    ...useMayWrite(action.endpoint),
    open: (of: Of) => setOpened((before) => ({ of, count: (before?.count ?? 0) + 1 })),
    sheet: opened && (
      <Sheet key={opened.count} of={latest(opened.of)} onClose={() => setOpened(undefined)} />
    ),
  }
}

function useMayWrite(endpoint: WriteEndpoint) {
  const isOffered = useIsOffered(endpoint)
  return { isOffered, block: useWriteBlock({ of: endpoint, passesPause: reducesRisk(endpoint) }) }
}

type WriteButtonProps<Of, E extends WriteEndpoint> = {
  action: WriteAction<Of, E>
  of: Of
  isShown?: boolean
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
}

/** Opens the sheet of a write; empty if the service does not offer it. */
export function WriteButton<Of, E extends WriteEndpoint>(props: WriteButtonProps<Of, E>) {
  const { action, of, isShown = true } = props
  const { isOffered, block } = useMayWrite(action.endpoint)
  const [isOpen, setOpen] = useState(false)
  const onOpen = props.onOpen ?? setOpen
  return (
    <>
      {isShown && isOffered === true && (
        <Button
          look={reducesRisk(action.endpoint) ? 'danger-open' : 'secondary'}
          reason={block ?? action.obstacle(of)}
          onClick={() => onOpen(true)}
        >
          {action.label}
        </Button>
      )}
      {(props.isOpen ?? isOpen) && <action.Sheet of={of} onClose={() => onOpen(false)} />}
    </>
  )
}
