import type { ApiError } from '#client/api-error.ts'
import { failureWords } from '#query/failure-words.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Time } from '#ui/time.tsx'

type NotDoneProps = {
  error: ApiError
  at: number | undefined
  /** What a refusal by the service means: "Refused. The bot was not stopped." */
  title: string
}

/** The service said no, or was never asked: then nothing is said of what it has done. */
export function NotDone({ error, at, title }: NotDoneProps) {
  const isUnsent = error.failure.kind === 'unsent'
  return (
    <ErrorState kind="refused" title={isUnsent ? 'It was not sent.' : title}>
      <Time at={at} style="clock" className="tabular-nums" /> {failureWords(error)}
    </ErrorState>
  )
}
