import type { OrderRole } from '#contract/history.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { codeWords, formatCount, plural, textOr } from '#money/format.ts'

const SOURCES: Record<string, string> = {
  smart_trade: 'SmartTrade',
  grid_bot: 'Grid bot',
  dca_bot: 'DCA bot',
  liquidation: 'Liquidation',
  manual: 'Manual',
}

export const sourceWords = (type: string | undefined): string =>
  valueOfWord(SOURCES, type, wordsOf(type))

const ROLES: Record<OrderRole, string> = {
  entry: 'Entry',
  add: 'Added funds',
  reduce: 'Reduced funds',
  base: 'Base order',
  safety: 'Safety order',
  balance: 'Grid balancing',
  target: 'Take profit',
  stop: 'Stop loss',
  close: 'Closed at the market',
  liquidation: 'Liquidation',
  line: 'Grid line',
}

export const roleWords = (role: string | undefined): string =>
  valueOfWord<string, string>(ROLES, role, wordsOf(role))

/** "Stop limit"; a dash without a word. */
export const wordsOf = (word = ''): string => textOr(codeWords(word), '—')

export const unvaluedText = ({ unvalued }: { unvalued: number }): string | undefined =>
  unvalued === 0 ? undefined : `${formatCount(unvalued)} without a value`

export const profitName = (profit: 'net' | 'gross'): string =>
  profit === 'net' ? 'Profit' : 'Gross profit'

export const NO_PROFIT_GIVEN = 'The service states no profit in USD for these orders.'

export const closingText = (count: number): string => `from ${plural(count, 'closing order')}`
