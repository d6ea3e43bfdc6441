import type { Id } from '#contract/primitives.ts'
import { toSlashPair } from '#trading/pair.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import { typeNameOf } from '../trade-facts.ts'

export type FilterName =
  | 'pair'
  | 'base'
  | 'quote'
  | 'account_id'
  | 'type'
  | 'from'
  | 'to'
  | 'status'

export type ActiveFilter = {
  name: FilterName
  label: string
  /** What takes it off. */
  without: Partial<SmartTradeSearch>
}

/** The filters that are on besides the tab, in words. */
export function activeFilters(
  search: SmartTradeSearch,
  nameOfAccount: (id: Id) => string = (id) => String(id),
): ActiveFilter[] {
  const { pair, base, quote, account_id, type, from, to, status } = search
  const found: (ActiveFilter | undefined)[] = [
    pair === undefined
      ? undefined
      : { name: 'pair', label: `Pair: ${toSlashPair(pair)}`, without: { pair: undefined } },
    base === undefined
      ? undefined
      : { name: 'base', label: `Base: ${base}`, without: { base: undefined } },
    quote === undefined
      ? undefined
      : { name: 'quote', label: `Quote: ${quote}`, without: { quote: undefined } },
    account_id === undefined
      ? undefined
      : {
          name: 'account_id',
          label: `Account: ${nameOfAccount(account_id)}`,
          without: { account_id: undefined },
        },
    type === undefined
      ? undefined
      : { name: 'type', label: `Type: ${typeNameOf(type)}`, without: { type: undefined } },
    from === undefined
      ? undefined
      : { name: 'from', label: `Created from ${from}`, without: { from: undefined } },
    to === undefined
      ? undefined
      : { name: 'to', label: `Created to ${to}`, without: { to: undefined } },
    status === 'successfully_finish'
      ? { name: 'status', label: 'Finished in profit', without: { status: 'finished' } }
      : undefined,
  ]
  return found.filter((filter) => filter !== undefined)
}

/** Takes every filter off and keeps tab, order and page size. */
export const withoutFilters = (search: SmartTradeSearch): Partial<SmartTradeSearch> =>
  Object.assign(
    {},
    ...activeFilters(search).map(({ without }) => without),
  ) as Partial<SmartTradeSearch>
