import * as z from 'zod/mini'

import { type Id, idText, uuid } from '#contract/primitives.ts'
import { idsOf } from '#intents/evidence.ts'
import { type Intent, isMaking, subjectOf } from '#intents/intent.ts'

/** A SmartTrade or a grid bot by its number, or a DCA bot by its UUID. */
export type Thing = { kind: 'SmartTrade' | 'grid bot'; id: Id } | { kind: 'DCA bot'; id: string }

/** What an intent has made or was about; several where the network repeated it. */
export function entityRefsOf(intent: Intent): Thing[] {
  const { kind, id } = subjectOf(intent) ?? {}
  if (kind !== 'SmartTrade' && kind !== 'grid bot' && kind !== 'DCA bot') return []
  const ids = isMaking(intent) ? idsOf(intent.outcome) : [id]
  return ids.flatMap((one) => thing(kind, one))
}

/** Nothing, where the id is none that such a thing could have. */
function thing(kind: Thing['kind'], id: unknown): Thing[] {
  if (kind === 'DCA bot') return uuid.safeParse(id).success ? [{ kind, id: String(id) }] : []
  const found = z.safeDecode(idText, id as never)
  return found.success ? [{ kind, id: found.data }] : []
}
