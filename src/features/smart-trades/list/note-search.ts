import { formatCount } from '#money/format.ts'
import { tagsOf } from '#trading/tags.ts'

import type { Trade } from '../trade-facts.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'

/** Matches notes with every word of the search; #tags match whole. */
export function hasNoteLike(text: string): (trade: Trade) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ note }) => {
    const own = (note ?? '').toLowerCase()
    const tags = tagsOf(own)
    return words.every((word) => (word.startsWith('#') ? tags.includes(word) : own.includes(word)))
  }
}

const KINDS: Record<SmartTradeSearch['status'], string> = {
  all: '',
  active: 'active ',
  finished: 'finished ',
  successfully_finish: 'profitable ',
  cancelled: 'cancelled ',
  failed: 'failed ',
}

export const searchedIn = (status: SmartTradeSearch['status']): string =>
  status === 'all'
    ? 'All SmartTrades were searched.'
    : `Only ${KINDS[status]}SmartTrades were searched.`

type Searched = Pick<SmartTradeSearch, 'status'> & {
  found: number
  searched: number
  isWhole: boolean
  unread: number
}

/** Number found and searched: no service searches notes, so only loaded rows can match. */
export function searchedWords({ status, found, searched, isWhole, unread }: Searched): string {
  const kind = KINDS[status]
  const except = unread === 0 ? '' : `, except ${unread} that could not be read`
  const many = formatCount(searched)
  if (!isWhole)
    return `${found} found among the first ${many} ${kind}SmartTrades of this order${except}.`
  if (searched === 1) return `${found} found. The only ${kind}SmartTrade was searched${except}.`
  return `${found} found. All ${many} ${kind}SmartTrades were searched${except}.`
}
