import type { ReactNode } from 'react'

import { formatCount } from '#money/format.ts'
import { pauseWords } from '#query/scheduler.ts'
import { usePause } from '#query/use-write-block.ts'
import { ArmedButton } from '#ui/armed-button.tsx'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { type SheetAction, SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { type BulkRow, keyOf } from './bulk-run.ts'
import { countWords, type RunState, type RunView } from './use-bulk-run.ts'

/** What a kind of run calls its rows. */
export type RunWords = {
  /** "31 stopped". */
  done: string
  /** What the list of its rows is called. */
  list: string
  /** While one is under way: "Stopping". */
  sending: string
  /** "Share of the bots that are through". */
  share: string
  /** The name of the button that sends one again. */
  again: (name: string) => string
  /** Once all is over: why what is unknown can be sent again, and that nothing is unknown. */
  ifUnknown: string
  ifKnown: string
}

type BulkProgressProps = {
  view: RunView
  words: RunWords
  /** Why none can be sent now. */
  reason: string | undefined
  /** Further notes on the run. */
  more?: ReactNode
  /** What is known of a row beside its name. */
  detailOf?: (row: BulkRow) => ReactNode
  /** Why one is not sent again from here, as a sentence. */
  whyNotAgain?: (row: BulkRow) => string | undefined
}

/** How far it has come, and every row with its own outcome; what needs a look stands on top. */
export function BulkProgress(props: BulkProgressProps) {
  const { view, words, reason, more, detailOf = ({ id }) => id, whyNotAgain } = props
  const { run, rows, counts, isPaused } = view
  const pause = usePause()
  const toGo = counts.waiting + counts.sending
  const inOrder = rows.toSorted((a, b) => RANK[a.state.kind] - RANK[b.state.kind])
  const hidden = rows.length - MOST_ROWS
  return (
    <>
      <div className="pt-3 pb-2">
        <p role="status" className="text-lead font-semibold">
          {countWords(counts, words.done)}
        </p>
        <div className="my-2">
          <Meter value={1 - toGo / rows.length} label={words.share} />
        </div>
        <p className="text-caption text-ink-3">
          {progressWords(view, words)}
          {counts.waiting > 0 && !isPaused && pause && ` ${pauseWords(pause)} Then it goes on.`}
        </p>
        {more}
      </div>
      <SheetSection>
        <ul aria-label={words.list}>
          {inOrder.slice(0, MOST_ROWS).map((row) => (
            <li
              key={keyOf(row)}
              className="border-b border-hairline py-1.5 [content-visibility:auto] [contain-intrinsic-size:auto_2rem]"
            >
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  {row.name} <span className="text-ink-3">{detailOf(row)}</span>
                </span>
                <StateTag state={row.state} sending={words.sending} isPaused={isPaused} />
              </div>
              {hasReason(row.state) && (
                <div className="flex items-start justify-between gap-3 pt-0.5">
                  <p className="text-caption text-ink-2">
                    {row.state.words} {whyNotAgain?.(row)}
                  </p>
                  {whyNotAgain?.(row) === undefined && (
                    <ArmedButton
                      size="small"
                      className="flex-none"
                      aria-label={words.again(row.name)}
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
    </>
  )
}

/** Drawing more holds up what is sent. */
const MOST_ROWS = 200

type WithReason = Extract<RunState, { kind: 'refused' | 'unknown' | 'not sent' }>

const hasReason = (state: RunState): state is WithReason =>
  state.kind === 'refused' || state.kind === 'unknown' || state.kind === 'not sent'

const RANK: Record<RunState['kind'], number> = {
  unknown: 0,
  'not sent': 1,
  refused: 2,
  sending: 3,
  waiting: 4,
  done: 5,
}

function progressWords({ counts, isPaused }: RunView, words: RunWords): string {
  const { waiting, sending, unknown } = counts
  if (isPaused && waiting > 0) return 'Paused. Nothing more is sent until you go on.'
  if (waiting + sending > 0) return 'It goes on while you use other pages.'
  return unknown > 0 ? words.ifUnknown : words.ifKnown
}

type StateTagProps = { state: RunState; sending: string; isPaused: boolean }

function StateTag({ state, sending, isPaused }: StateTagProps): ReactNode {
  switch (state.kind) {
    case 'waiting':
      return <StatusTag tone="waiting">{isPaused ? 'Not sent yet' : 'Waiting'}</StatusTag>
    case 'sending':
      return <StatusTag tone="waiting">{sending}</StatusTag>
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
      return <StatusTag tone="failed">Refused</StatusTag>
    case 'unknown':
      return <StatusTag tone="failed">Unknown</StatusTag>
    case 'not sent':
      return <StatusTag tone="failed">Not sent</StatusTag>
  }
}

type RunActionProps = {
  view: RunView
  /** Why none can be sent now. */
  reason: string | undefined
  /** What has to be typed before it goes on. */
  missing?: string | undefined
  /** "Continue, stop 3 grid bots". */
  goOn: string
  /** What sends so many once more that had no answer, or whose end nobody knows. */
  again: (count: number) => string
  maySendAgain?: (row: BulkRow) => boolean
}

/** Pause while it runs, go on when it stands, send to those that had none or whose end nobody knows. */
export function runAction(props: RunActionProps): SheetAction | undefined {
  const { view, reason, missing, goOn, again, maySendAgain = () => true } = props
  const { run, rows, counts, isPaused, awaits } = view
  if (counts.waiting > 0 || (isPaused && awaits !== undefined)) {
    return isPaused
      ? {
          step: 'go on',
          label: goOn,
          look: 'danger-final',
          reason,
          missing,
          onClick: () => run.goOn(),
        }
      : { step: 'pause', label: `Pause, ${counts.waiting} to go`, onClick: () => run.pause() }
  }
  const left = rows.filter(
    (row) => (row.state.kind === 'unknown' || row.state.kind === 'not sent') && maySendAgain(row),
  )
  if (counts.sending > 0 || left.length === 0) return undefined
  return {
    step: 'send again',
    label: again(left.length),
    look: 'danger-open',
    reason,
    onClick: () => run.sendAgain(left.map(keyOf)),
  }
}

type RunLineProps = {
  view: RunView
  /** What it is, up to the counts: "Stopping 3 grid bots". */
  title: string
  done: string
  show: string
  onShow: () => void
}

/** A run that is not through, or was not dismissed: what it is, and the way back to it. */
export function RunLine({ view, title, done, show, onShow }: RunLineProps) {
  const { rows, counts, run } = view
  if (rows.length === 0) return null
  return (
    <div
      role="status"
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-hairline-2 py-1.5"
    >
      <span>
        {title}: {countWords(counts, done)}
      </span>
      <Button size="small" onClick={onShow}>
        {show}
      </Button>
      {counts.waiting + counts.sending === 0 && (
        <Button size="small" look="quiet" onClick={() => run.dismiss()}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
