import { StatusTag, type StatusTone } from '#ui/status-tag.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { statusOf, type Trade } from './trades.ts'
import { wordsOf } from './words.ts'

const TONES: Record<string, StatusTone> = {
  finished: 'done',
  filled: 'done',
  cancelled: 'stopped',
  canceled: 'stopped',
  failed: 'failed',
}

/** The service's own word for how an order ended, and why where it says so. */
export function TradeStatus({ status }: Pick<Trade, 'status'>) {
  const word = statusOf({ status })
  if (word === undefined) return <UnknownValue reason="The service does not say." />
  const tag = <StatusTag tone={TONES[word] ?? 'done'}>{wordsOf(word)}</StatusTag>
  return status?.error == null ? tag : <span title={status.error}>{tag}</span>
}
