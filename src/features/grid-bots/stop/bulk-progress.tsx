import type { ReactNode } from 'react'

import type { Id } from '#contract/primitives.ts'
import { Button } from '#ui/button.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { countWords, type RunCounts, type RunState } from './run-state.ts'
import type { RunRow } from './stop-run.ts'

type BulkProgressProps = {
  rows: readonly (RunRow & { state: RunState })[]
  counts: RunCounts
  isPaused: boolean
  /** Why none can be sent now. */
  reason: string | undefined
  onSendAgain: (botIds: readonly Id[]) => void
}

/** How far it has come, and every bot with its own outcome; what needs a look stands on top. */
export function BulkProgress(props: BulkProgressProps) {
  const { rows, counts, isPaused, reason, onSendAgain } = props
  const toGo = counts.waiting + counts.sending
  return (
    <>
      <div className="pt-3 pb-2">
        <p role="status" className="text-lead font-semibold">
          {countWords(counts)}
        </p>
        <div className="my-2">
          <Meter value={1 - toGo / rows.length} label="Share of the bots that are through" />
        </div>
        <p className="text-caption text-ink-3">{words(counts, isPaused)}</p>
      </div>
      <SheetSection>
        <ul aria-label="Bots and what became of them">
          {rows
            .toSorted((a, b) => RANK[a.state.kind] - RANK[b.state.kind])
            .map(({ botId, name, state }) => (
              <li
                key={botId}
                className="border-b border-hairline py-1.5 [content-visibility:auto] [contain-intrinsic-size:auto_2rem]"
              >
                <div className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 truncate">
                    {name} <span className="text-ink-3">{botId}</span>
                  </span>
                  <Outcome state={state} />
                </div>
                {'words' in state && (
                  <div className="flex items-start justify-between gap-3 pt-0.5">
                    <p className="text-caption text-ink-2">{state.words}</p>
                    <Button
                      size="small"
                      className="flex-none"
                      aria-label={`Send stop again to ${name} (safe)`}
                      reason={reason}
                      onClick={() => onSendAgain([botId])}
                    >
                      Send again
                    </Button>
                  </div>
                )}
              </li>
            ))}
        </ul>
      </SheetSection>
    </>
  )
}

const RANK: Record<RunState['kind'], number> = {
  unknown: 0,
  'not sent': 1,
  refused: 2,
  sending: 3,
  waiting: 4,
  stopped: 5,
}

function words({ waiting, sending, unknown }: RunCounts, isPaused: boolean): string {
  if (isPaused && waiting > 0) return 'Paused. What was not sent stays unsent until it goes on.'
  if (waiting + sending > 0) return 'It goes on while you are elsewhere in the app.'
  return unknown > 0
    ? 'Sending a stop again is safe: stopping a bot that is stopped changes nothing.'
    : 'Every bot has its answer.'
}

function Outcome({ state }: { state: RunState }): ReactNode {
  switch (state.kind) {
    case 'waiting':
      return <StatusTag tone="waiting">Waiting</StatusTag>
    case 'sending':
      return <StatusTag tone="waiting">Stopping</StatusTag>
    case 'stopped':
      return (
        <StatusTag tone="stopped">
          <span>
            Stopped <Time at={state.at} style="clock" />
            {state.told === 'read' && ', as read again'}
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
