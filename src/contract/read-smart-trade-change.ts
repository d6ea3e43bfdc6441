import * as z from 'zod/mini'

import { withoutNulls } from './json.ts'
import { type Attributes, attributesOf, say } from './sentences.ts'
import { smartTradeChange, type SmartTradeChange } from './smart-trade-change.ts'
import { smartTrade } from './smart-trades.ts'

/** The same parts as the entity shows them: what it has beyond the draft is read-only. */
const shownParts = z.pick(smartTrade, { take_profit: true, stop_loss: true })

/**
 * Reads a body of `PATCH /smart_trades/:id`: parts in the shape of the draft, or as the entity shows them.
 * Refuses members that neither has, and a body that changes nothing, as sentences by dotted path.
 */
export function readSmartTradeChange(
  json: unknown,
): { change: SmartTradeChange; issues?: undefined } | { change?: undefined; issues: Attributes } {
  const body = withOnePrice(withoutNulls(json))
  const checked = z.safeDecode(smartTradeChange, body as never)
  const issues = checked.success ? {} : attributesOf(checked.error)
  for (const path of unknownMembers(json, smartTradeChange, shownParts)) {
    say(issues, path, 'This cannot be changed, or does not exist.')
  }
  const change = checked.data
  if (change && Object.values(change).every((part) => part === undefined)) {
    say(issues, '', 'Send at least one of take_profit, stop_loss and note.')
  }
  return change && Object.keys(issues).length === 0 ? { change } : { issues }
}

/** The entity shows the price of a percent beside it: where both stand, the percent counts. */
function withOnePrice(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withOnePrice)
  if (!isObject(json)) return json
  const { value: _, ...rest } = json
  const members = 'percent' in json ? rest : json
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withOnePrice(member)]),
  )
}

/** The schema that describes members, without what only says that they may be missing. */
function plain(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNonOptional ||
    schema instanceof z.ZodMiniNullable
  return isWrapped ? plain(schema.def.innerType) : schema
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The dotted paths of members that neither schema has. A member of `readOnly` alone is known with all that it
 * holds.
 */
function unknownMembers(
  json: unknown,
  settable: z.core.$ZodType | undefined,
  readOnly: z.core.$ZodType | undefined,
  path = '',
): string[] {
  const [set, read] = [plain(settable), plain(readOnly)]
  if (Array.isArray(json) && set instanceof z.ZodMiniArray) {
    const shown = read instanceof z.ZodMiniArray ? read.def.element : undefined
    return json.flatMap((item, index) =>
      unknownMembers(item, set.def.element, shown, `${path}${index}.`),
    )
  }
  if (!isObject(json) || !(set instanceof z.ZodMiniObject)) return []
  const shape = set.shape as Record<string, z.core.$ZodType>
  const shown = read instanceof z.ZodMiniObject ? (read.shape as typeof shape) : {}
  return Object.entries(json).flatMap(([name, value]) => {
    if (Object.hasOwn(shape, name)) {
      return unknownMembers(value, shape[name], shown[name], `${path}${name}.`)
    }
    return Object.hasOwn(shown, name) ? [] : [path + name]
  })
}
