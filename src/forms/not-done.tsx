import type { Outcome } from '#intents/outcome.ts'
import { failureWords } from '#query/failure-words.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Time } from '#ui/time.tsx'

type NotDoneProps = {
  outcome: Extract<Outcome, { kind: 'refused' | 'unsent' }>
  at: number | undefined
  /** What a refusal by the service means: "Refused. The bot was not stopped." */
  title: string
}

/** The service said no, or was never asked: then nothing is said of what it has done. */
export function NotDone({ outcome, at, title }: NotDoneProps) {
  return (
    <ErrorState kind="refused" title={outcome.kind === 'unsent' ? 'It was not sent.' : title}>
      <Time at={at} style="clock" className="tabular-nums" />{' '}
      {outcome.kind === 'unsent' ? outcome.because : failureWords(outcome.error)}
    </ErrorState>
  )
}
