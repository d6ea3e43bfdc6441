import type { DealStartCondition } from '#contract/dca-bots.ts'
import { rawOf } from '#contract/read.ts'
import { valueOfWord } from '#contract/value-of-word.ts'

/** One option of a start condition, ready to read. */
export type StrategyOption = {
  field: string
  term: string
  value:
    | { kind: 'text'; text: string }
    | { kind: 'words'; words: string[] }
    | { kind: 'address'; path: string }
}

const TERMS: Readonly<Record<string, string>> = {
  webhook_url: 'Webhook address',
  supported_actions: 'Actions',
  timeframes: 'Timeframes',
  default_period: 'Period, by default',
  default_oversold: 'Oversold below, by default',
  default_overbought: 'Overbought above, by default',
  default_deviation: 'Deviation, by default',
  fast_period: 'Fast period',
  slow_period: 'Slow period',
  signal_period: 'Signal period',
}

/** Every option that was sent, those that the contract does not know among them. */
export function optionsOf(condition: DealStartCondition): StrategyOption[] {
  const sent = (rawOf(condition) as { options?: unknown } | undefined)?.options
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).map(([field, value]) => ({
    field,
    term: valueOfWord(TERMS, field) ?? field.replaceAll('_', ' '),
    value: readable(field, value),
  }))
}

function readable(field: string, value: unknown): StrategyOption['value'] {
  if (field === 'webhook_url' && typeof value === 'string') return { kind: 'address', path: value }
  if (Array.isArray(value)) return { kind: 'words', words: value.map(String) }
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** Where alerts go: the service's path under the connection's own address. */
export function webhookAddress(path: string, baseUrl: string): string {
  return URL.canParse(path) ? path : `${baseUrl.replace(/\/+$/, '')}${path}`
}
