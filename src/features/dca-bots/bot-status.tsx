import { valueOfWord } from '#contract/value-of-word.ts'
import { codeWords } from '#money/format.ts'
import { StatusTag, type StatusTone } from '#ui/status-tag.tsx'
import { UnknownValue } from '#ui/amount.tsx'

const TONES: Readonly<Record<string, StatusTone>> = {
  running: 'working',
  stopped: 'stopped',
  completed: 'done',
}

export function BotStatus({ status }: { status: string | undefined }) {
  if (status === undefined) return <UnknownValue reason="The service did not say the status." />
  return <StatusTag tone={valueOfWord(TONES, status, 'waiting')}>{codeWords(status)}</StatusTag>
}
