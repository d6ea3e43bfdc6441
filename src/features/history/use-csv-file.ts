import { useQueryClient } from '@tanstack/react-query'

import { toSlashPair } from '#trading/pair.ts'
import { csvFile } from '#ui/csv.ts'
import { download } from '#ui/download.ts'
import { formatInstant } from '#ui/instant.ts'

import { historyPages } from './queries.ts'
import type { HistoryView } from './search.ts'
import { csvName, type CsvOptions, tradesAsCsv } from './trade-csv.ts'
import { mergePages, type Trade } from './trades.ts'

type CsvFile = {
  view: HistoryView
  day: string | undefined
  /** What is searched for; empty when nothing is. */
  text: string
  /** Of all rows those that the page shows. */
  filtered: (trades: readonly Trade[]) => readonly Trade[]
  nameOf: CsvOptions['nameOf']
}

/** The file of what is filtered: by what, in words, and how it is written. */
export function useCsvFile({ view, day, text, filtered, nameOf }: CsvFile) {
  const queryClient = useQueryClient()
  const { account_id, pair } = view
  const account = account_id === undefined ? undefined : nameOf(account_id)
  return {
    filters: [
      ...(account === undefined ? [] : [account]),
      ...(pair === undefined ? [] : [toSlashPair(pair)]),
      ...(day === undefined ? [] : [formatInstant(Date.parse(day), 'date')]),
      ...(text === '' ? [] : [`“${text}”`]),
    ],
    onWrite(options: Omit<CsvOptions, 'nameOf'>) {
      // What has just been loaded is not on the page yet.
      const pages = queryClient.getQueryData(historyPages(view).queryKey)?.pages ?? []
      const rows = filtered(mergePages(pages))
      const name = csvName(rows, { account: account ?? 'all accounts', pair })
      download(name, csvFile(tradesAsCsv(rows, { ...options, nameOf })))
    },
  }
}
