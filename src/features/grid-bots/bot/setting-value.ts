import type { GridBot } from '#contract/grid-bots.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { type Decimal, round } from '#money/decimal.ts'
import { currenciesOf } from '../currencies.ts'
import { STOP_ACTION_WORDS } from '../stop-actions.ts'

/** A value as the screen writes it. */
export type SettingValue =
  | { kind: 'words'; words: string }
  /** The service says that there is none. */
  | { kind: 'none'; words: string }
  | { kind: 'amount'; amount: Decimal; unit: string | undefined; isPrice?: true; signed?: true }
  | { kind: 'percent'; percent: Decimal }
  | { kind: 'instant'; at: number }
  /** The service did not say, or not so that it could be read. */
  | { kind: 'unknown' }

export type SettingKind =
  | 'price'
  | 'step'
  | 'quantity'
  | 'quote'
  | 'usd'
  | 'profit'
  | 'result'
  | 'amount'
  | 'count'
  | 'percent'
  | 'currency'
  | 'instant'
  | 'onOff'
  | 'yesNo'
  | 'word'
  | 'text'

const STEP_PLACES = 8

const WORDS: Readonly<Record<string, string>> = STOP_ACTION_WORDS

export function settingValue(
  bot: GridBot,
  value: Decimal | string | number | boolean | null | undefined,
  kind: SettingKind,
  whenNull = 'none',
): SettingValue {
  if (value === undefined) return { kind: 'unknown' }
  if (value === null || value === '') return { kind: 'none', words: whenNull }
  if (typeof value === 'boolean') return { kind: 'words', words: yesOrNo(value, kind) }
  if (typeof value === 'number') {
    if (kind === 'instant') return { kind: 'instant', at: value }
    return { kind: 'words', words: kind === 'count' ? value.toLocaleString('en-US') : `${value}` }
  }
  if (kind === 'word') return { kind: 'words', words: inWords(value as string) }
  if (kind === 'currency') return { kind: 'words', words: currencyOf(bot, value as string) }
  if (kind === 'text') return { kind: 'words', words: value as string }
  const amount = value as Decimal
  if (kind === 'percent') return { kind: 'percent', percent: amount }
  return {
    kind: 'amount',
    // A ratio may come with more digits than a column holds; below, it stands as it was sent.
    amount: kind === 'step' ? round(amount, STEP_PLACES, 'half-even') : amount,
    ...unitOf(bot, kind),
  }
}

/** "base" and "quote" as the currency they stand for; any other word as it is. */
function currencyOf(bot: GridBot, side: string): string {
  const pair = currenciesOf(bot)
  if (side === 'base') return pair?.base ?? 'Base currency'
  if (side === 'quote') return pair?.quote ?? 'Quote currency'
  return inWords(side)
}

function unitOf(
  bot: GridBot,
  kind: SettingKind,
): { unit: string | undefined; isPrice?: true; signed?: true } {
  const pair = currenciesOf(bot)
  const sided = (side: string | undefined) =>
    side === 'base' ? pair?.base : side === 'quote' ? pair?.quote : undefined
  switch (kind) {
    case 'price':
      return { unit: pair?.quote, isPrice: true }
    case 'step':
      // A ratio has no unit, a difference has the price's.
      return { unit: bot.grid_type === 'arithmetic' ? pair?.quote : undefined, isPrice: true }
    case 'quantity':
      return { unit: sided(bot.order_currency_type) }
    case 'profit':
      return { unit: sided(bot.profit_currency_type), signed: true }
    case 'result':
      return { unit: pair?.quote, signed: true }
    case 'quote':
      return { unit: pair?.quote }
    case 'usd':
      return { unit: 'USD', signed: true }
    default:
      return { unit: undefined }
  }
}

function yesOrNo(value: boolean, kind: SettingKind): string {
  if (kind === 'onOff') return value ? 'On' : 'Off'
  return value ? 'Yes' : 'No'
}

/** "not_specified" → "Not specified". */
function inWords(word: string): string {
  const words = valueOfWord(WORDS, word) ?? word.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
