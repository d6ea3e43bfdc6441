import type { ReactNode } from 'react'

import { formatCount, plural } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import { pauseWords } from '#query/scheduler.ts'
import { usePause } from '#query/use-write-block.ts'
import { ArmedButton } from '#ui/armed-button.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { type SheetAction, type SheetProps, SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import {
  BULK_PARTS,
  BULK_WRITES,
  type BulkAsk,
  type BulkPart,
  type BulkRow,
  keyOf,
  withWrite,
} from './bulk-run.ts'
import { DoneMark } from './effect.tsx'
import { SendingSheet } from './sending-sheet.tsx'
import { countWords, isAllDone, type RunState, type RunView } from './use-bulk-run.ts'
import { SENT_ONCE } from './write-words.ts'

export type RunWords = {
  title: (view: RunView) => string
  done: string
}

type RunSheetProps = {
  view: RunView
  words: RunWords
  reason: string | undefined
  missing?: string | undefined
  fields?: ReactNode
  more?: ReactNode
  link?: SheetProps['link']
  children?: ReactNode
  onClose: () => void
}

export function RunSheet(props: RunSheetProps) {
  const { view, words, reason, missing, fields, more, link, children, onClose } = props
  const { run, rows, counts, isPaused, startedAt } = view
  const pause = usePause()
  const toGo = counts.waiting + counts.sending
  const inOrder = rows.toSorted((a, b) => RANK[a.state.kind] - RANK[b.state.kind])
  const hidden = rows.length - MOST_ROWS
  const action = runAction(view, reason, missing)
  const log = (
    <SheetSection>
      <ul aria-label="What was sent and what became of it">
        {inOrder.slice(0, MOST_ROWS).map((row) => (
          <li
            key={keyOf(row)}
            className="border-b border-hairline py-1.5 [content-visibility:auto] [contain-intrinsic-size:auto_2rem]"
          >
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {row.name} <span className="text-ink-3">{rowWords(row)}</span>
              </span>
              <StateTag state={row.state} isPaused={isPaused} />
            </div>
            {row.state.kind !== 'done' && 'words' in row.state && (
              <div className="flex items-start justify-between gap-3 pt-0.5">
                <p className="text-caption text-ink-2">
                  {row.state.words} {whyNotAgain(row)}
                </p>
                {whyNotAgain(row) === undefined && (
                  <ArmedButton
                    size="small"
                    className="flex-none"
                    aria-label={`Send again for ${row.name} (safe)`}
                    reason={reason}
                    onClick={() => run.sendAgain([keyOf(row)])}
                  >
                    Send again
                  </ArmedButton>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="pt-2 text-caption text-ink-3">
          {formatCount(hidden)} more are not shown. What needs a look comes first.
        </p>
      )}
    </SheetSection>
  )
  return (
    <SendingSheet
      isOpen
      onClose={onClose}
      account={plural(rows.length, 'request')}
      beside={startedAt !== undefined && <Time at={startedAt} style="clock" />}
      title={words.title(view)}
      statement="Each row is a request of its own. Activity lists them too."
      cancelLabel="Close"
      action={action}
      link={action ? undefined : link}
    >
      {fields}
      <div className="pt-3 pb-2">
        <div className="flex items-center gap-3">
          {isAllDone(view) && <DoneMark />}
          <p role="status" className="text-large font-semibold">
            {countWords(counts, words.done)}
          </p>
        </div>
        {toGo > 0 && (
          <div className="my-2">
            <Meter value={1 - toGo / rows.length} label="Share of the requests that are through" />
          </div>
        )}
        <p className="text-caption text-ink-3">
          {progressWords(view)}
          {counts.waiting > 0 && !isPaused && pause && ` ${pauseWords(pause)} Then it goes on.`}
        </p>
        {more}
      </div>
      {isAllDone(view) && rows.length > FEW_ROWS ? (
        <Disclosure title={plural(rows.length, 'request')} caption="all done">
          {log}
        </Disclosure>
      ) : (
        log
      )}
      {children}
    </SendingSheet>
  )
}

/** A longer log folds once nothing in it needs a look, so that what is left comes first. */
const FEW_ROWS = 8

/** Empty for a UUID, which would mean nothing to a trader. */
function rowWords({ action, id }: BulkRow): string {
  const verb = action === 'sellAllToUsd' ? 'sell all' : BULK_WRITES[action].part
  return typeof id === 'number' || /^\d+$/.test(id) ? `${verb} ${id}` : verb
}

/** A sale requires its typed phrase every time. */
const whyNotAgain = ({ action }: BulkRow): string | undefined =>
  action === 'sellAllToUsd'
    ? 'Look at the balances before anything is sold again, from Portfolio.'
    : undefined

/** Maximum rows drawn; more would slow down the sending. */
const MOST_ROWS = 200

const RANK: Record<RunState['kind'], number> = {
  unknown: 0,
  'not sent': 1,
  refused: 2,
  sending: 3,
  waiting: 4,
  done: 5,
}

function progressWords({ counts, isPaused }: RunView): string {
  const { waiting, sending, unknown } = counts
  if (isPaused && waiting > 0) return 'Paused. Nothing more is sent until you go on.'
  if (waiting + sending > 0) return 'It goes on while you use other pages.'
  return unknown > 0
    ? 'Unknown outcomes are being read. Sending a stop, cancellation or close again is safe.'
    : 'Every request has been answered.'
}

function StateTag({ state, isPaused }: { state: RunState; isPaused: boolean }): ReactNode {
  switch (state.kind) {
    case 'waiting':
      return <StatusTag tone="waiting">{isPaused ? 'Not sent yet' : 'Waiting'}</StatusTag>
    case 'sending':
      return <StatusTag tone="waiting">Sending</StatusTag>
    case 'done':
      return (
        <StatusTag tone="stopped">
          <span>
            {state.words} <Time at={state.at} style="clock" />
            {state.by === 'reading' && ', as read again'}
          </span>
        </StatusTag>
      )
    case 'refused':
    case 'unknown':
    case 'not sent':
      return <StatusTag tone="failed">{sentence(state.kind)}</StatusTag>
  }
}

/** Pauses, resumes, or sends again what was not sent or is unknown. */
function runAction(
  { run, rows, counts, isPaused, awaits }: RunView,
  reason: string | undefined,
  missing: string | undefined,
): SheetAction | undefined {
  if (counts.waiting > 0 || (isPaused && awaits !== undefined)) {
    const waiting = rows.filter(({ state }) => state.kind === 'waiting')
    return isPaused
      ? {
          step: 'go on',
          label: waiting.length === 0 ? 'Continue' : `Continue: ${partCounts(waiting)}`,
          look: 'danger-final',
          reason,
          missing,
          onClick: () => run.goOn(),
        }
      : { step: 'pause', label: `Pause, ${counts.waiting} to go`, onClick: () => run.pause() }
  }
  const left = rows.filter(
    (row) =>
      (row.state.kind === 'unknown' || row.state.kind === 'not sent') &&
      whyNotAgain(row) === undefined,
  )
  if (counts.sending > 0 || left.length === 0) return undefined
  return {
    step: 'send again',
    label: `Send again to ${left.length} (safe)`,
    look: 'danger-open',
    reason,
    onClick: () => run.sendAgain(left.map(keyOf)),
  }
}

export function countsOf(asks: readonly BulkAsk[]): [BulkPart, number][] {
  return BULK_PARTS.flatMap((part): [BulkPart, number][] => {
    const count = asks.filter(({ action }) => BULK_WRITES[action].part === part).length
    return count === 0 ? [] : [[part, count]]
  })
}

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const partCounts = (asks: readonly BulkAsk[]): string =>
  countsOf(asks)
    .map(([part, count]) => `${part} ${formatCount(count)}`)
    .join(', ')

export function RunRequests({ asks }: { asks: readonly BulkAsk[] }) {
  const { client } = useService()
  if (asks.length === 0) return null
  const rest = asks.length - MOST_REQUESTS
  const lines = asks.slice(0, MOST_REQUESTS).map((ask) =>
    withWrite(ask, (endpoint, request) => {
      const { method, target, body } = client.prepare(endpoint, request)
      return [method, target, body].filter(Boolean).join(' ')
    }),
  )
  return (
    <SheetSection>
      <Disclosure title="Details of the requests" caption={plural(asks.length, 'request')}>
        <CodeBlock label="Requests" text={lines.join('\n')} />
        {rest > 0 && (
          <p className="pt-1 text-caption text-ink-3">
            And {formatCount(rest)} more of the same kinds.
          </p>
        )}
      </Disclosure>
      <p className="text-caption text-ink-3">{SENT_ONCE}</p>
    </SheetSection>
  )
}

const MOST_REQUESTS = 100

type RunLineProps = Pick<RunSheetProps, 'view' | 'words'> & { onShow: () => void }

export function RunLine({ view, words, onShow }: RunLineProps) {
  const { rows, counts, run } = view
  if (rows.length === 0) return null
  return (
    <div
      role="status"
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-hairline-2 py-1.5"
    >
      <span>
        {words.title(view)}: {countWords(counts, words.done)}
      </span>
      <Button size="small" onClick={onShow}>
        Show the report
      </Button>
      {counts.waiting + counts.sending === 0 && (
        <Button size="small" look="quiet" onClick={() => run.dismiss()}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
