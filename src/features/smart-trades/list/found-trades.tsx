import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { readableRows, type Rows } from '#contract/read.ts'
import { failureOf } from '#query/failure-words.ts'
import { Button } from '#ui/button.tsx'
import { NotLoaded } from '#ui/error-state.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import { smartTradesPage } from '../queries.ts'
import type { Trade } from '../trade-facts.ts'
import { hasNoteLike, searchedWords } from './note-search.ts'
import { ProfitLine, profitTotal, profitUnit } from './profit-total.tsx'
import { SmartTradeList, type SmartTradeListProps } from './smart-trade-list.tsx'
import { filterOf, MOST_ROWS, type SmartTradeSearch } from './smart-trade-search.ts'

type FoundTradesProps = Pick<SmartTradeListProps, 'table' | 'search' | 'onOpen' | 'onEnd'> & {
  /** Words and #tags that a note must have. */
  note: string
  first: Rows<Trade>
}

/** Searches notes among loaded rows, because no service does; loads more on request. */
export function FoundTrades(props: FoundTradesProps) {
  const { note, first, search, ...list } = props
  const isNarrow = useIsNarrow()
  const { rows, isWhole, isReading, failed, readFurther } = useRowsRead(search, first)
  const readable = useMemo(() => readableRows(rows), [rows])
  const trades = useMemo(() => readable.filter(hasNoteLike(note)), [readable, note])
  const unit = useMemo(() => profitUnit(trades), [trades])
  const total = useMemo(() => profitTotal(trades, unit), [trades, unit])
  return (
    <>
      {trades.length === 0 ? (
        <p className="py-4 text-lead font-semibold narrow:px-4">No note matches.</p>
      ) : (
        <>
          {isNarrow && <ProfitLine total={total} unit={unit} search={search} />}
          <SmartTradeList
            trades={trades}
            listKey={`${note} ${rows.length}`}
            search={search}
            profit={unit}
            total={total}
            {...list}
          />
        </>
      )}
      <div className="flex min-h-13 flex-wrap items-center gap-3 py-2 text-ink-2 narrow:px-4">
        <span role="status">
          {searchedWords({
            status: search.status,
            found: trades.length,
            searched: rows.length,
            isWhole,
            unread: rows.length - readable.length,
          })}
        </span>
        {!isWhole && failed === undefined && (
          <Button size="small" isSending={isReading} sendingLabel="Searching" onClick={readFurther}>
            Search the next {MOST_ROWS}
          </Button>
        )}
      </div>
      {failed && (
        <NotLoaded what="Further SmartTrades" {...failed.failure} onRetry={failed.onRetry} />
      )}
    </>
  )
}

/** Rows of the first answer and of those requested after it. */
function useRowsRead(search: SmartTradeSearch, first: Rows<Trade>) {
  const { timeZone } = useDisplayPreferences()
  const filter = filterOf(search, timeZone)
  const key = JSON.stringify(filter)
  const [asked, setAsked] = useState({ key, pages: 1 })
  const pages = asked.key === key ? asked.pages : 1
  const further = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => ({
      ...smartTradesPage({ ...filter, page: index + 2 }),
      // Searched once; running trades are on the first page.
      refetchInterval: false as const,
    })),
  })
  const loaded = [first, ...further.map(({ data }) => data ?? NO_ROWS)]
  const failing = further.find(({ error, data }) => error !== null && data === undefined)
  return {
    rows: loaded.flat(),
    isWhole: loaded.some((rows, index) => isRead(further[index - 1]) && rows.length < MOST_ROWS),
    isReading: further.some(({ isPending }) => isPending),
    failed: failing?.error && {
      failure: failureOf(failing.error),
      onRetry: () => void failing.refetch(),
    },
    readFurther: () => setAsked({ key, pages: pages + 1 }),
  }
}

/** The first page was read before these. */
const isRead = (query: { data: unknown } | undefined): boolean =>
  query === undefined || query.data !== undefined

const NO_ROWS: Rows<Trade> = []
