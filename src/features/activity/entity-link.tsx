import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { type Id, idText, uuid } from '#contract/primitives.ts'
import { idsOf } from '#intents/outcome.ts'
import { isMaking, subjectOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'

import { useSubjectNames } from './subject-names.ts'

/** A SmartTrade or a grid bot by its number, or a DCA bot by its UUID. */
type EntityRef = { kind: 'SmartTrade' | 'grid bot'; id: Id } | { kind: 'DCA bot'; id: string }

/** What an intent has made or was about; several where the network repeated it. */
export function entityRefsOf(intent: Intent): EntityRef[] {
  const { kind, id } = subjectOf(intent) ?? {}
  if (kind !== 'SmartTrade' && kind !== 'grid bot' && kind !== 'DCA bot') return []
  const ids = isMaking(intent) && id === undefined ? idsOf(intent.outcome) : [id]
  return ids.flatMap((one) => refOf(kind, one))
}

/** Nothing where the id cannot be one of that kind. */
function refOf(kind: EntityRef['kind'], id: unknown): EntityRef[] {
  if (kind === 'DCA bot') return uuid.safeParse(id).success ? [{ kind, id: String(id) }] : []
  const found = z.safeDecode(idText, id as never)
  return found.success ? [{ kind, id: found.data }] : []
}

/** The way from an intent to what it made or was about. */
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
