import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { listDcaBots } from '#contract/dca-bots.ts'
import { lineOf } from '#contract/endpoint.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { type Id, idText, uuid } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { isMaking, subjectOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'
import { idsOf } from '#intents/outcome.ts'
import { toSlashPair } from '#trading/pair.ts'

type EntityRef = { kind: 'SmartTrade' | 'grid bot'; id: Id } | { kind: 'DCA bot'; id: string }

export function entityRefsOf(intent: Intent): EntityRef[] {
  const { kind, id } = subjectOf(intent) ?? {}
  if (kind !== 'SmartTrade' && kind !== 'grid bot' && kind !== 'DCA bot') return []
  const ids = isMaking(intent) && id === undefined ? idsOf(intent.outcome) : [id]
  return ids.flatMap((one) => refOf(kind, one))
}

function refOf(kind: EntityRef['kind'], id: unknown): EntityRef[] {
  if (kind === 'DCA bot') return uuid.safeParse(id).success ? [{ kind, id: String(id) }] : []
  const found = z.safeDecode(idText, id as never)
  return found.success ? [{ kind, id: found.data }] : []
}

export function EntityLink({ entity }: { entity: EntityRef }) {
  const name = useSubjectNames().get(`${entity.kind} ${entity.id}`)
  switch (entity.kind) {
    case 'grid bot':
      return (
        <Link to="/grid-bots/$botId" params={{ botId: entity.id }} className="link touch">
          Grid bot {name ?? entity.id}
        </Link>
      )
    case 'DCA bot':
      return (
        <Link to="/dca-bots/$botId" params={{ botId: entity.id }} className="link touch">
          DCA bot {name ?? entity.id.slice(0, 8)}
        </Link>
      )
    case 'SmartTrade':
      return (
        <Link
          to="/smart-trades"
          search={{ status: 'all', trade: entity.id }}
          className="link touch"
        >
          SmartTrade {entity.id}
        </Link>
      )
  }
}

/** By kind and id, because a bot and a trade may share a number. */
export type SubjectNames = ReadonlyMap<string, string>

type Named = { id: string | number; name?: unknown; pair?: unknown }

/** Names of bots, and SmartTrades with their pair, from cached reads; sends no request. */
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
