import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { toSlashPair } from '#trading/pair.ts'

/** By kind and id: a bot and a trade may have one number. */
export type SubjectNames = ReadonlyMap<string, string>

type Named = { id: string | number; name?: unknown; pair?: unknown }

/** Names of bots, and SmartTrades with their pair, of what other pages have read. Reads nothing. */
export function subjectNames(client: QueryClient): SubjectNames {
  const names = new Map<string, string>()
  for (const [kind, endpoint] of LISTS) {
    for (const [, rows] of client.getQueriesData({ queryKey: [lineOf(endpoint)] })) {
      if (!Array.isArray(rows)) continue
      for (const { id, name, pair } of readableRows(rows as Rows<Named>)) {
        if (typeof name === 'string' && name !== '') names.set(`${kind} ${id}`, name)
        else if (typeof pair === 'string') names.set(`${kind} ${id}`, `${toSlashPair(pair)} ${id}`)
      }
    }
  }
  return names
}

const LISTS = [
  ['grid bot', listGridBots],
  ['DCA bot', listDcaBots],
  ['SmartTrade', listSmartTrades],
] as const

export function useSubjectNames(): SubjectNames {
  const client = useQueryClient()
  return useMemo(() => subjectNames(client), [client])
}
