import * as z from 'zod/mini'

import { isObject, withoutNulls } from './json.ts'
import { type Attributes, attributesOf, say } from './sentences.ts'
import { smartTradeChange, type SmartTradeChange } from './smart-trade-change.ts'
import { smartTrade } from './smart-trades.ts'

/** Entity fields beyond the draft are read-only. */
const shownParts = z.pick(smartTrade, { take_profit: true, stop_loss: true })

/**
 * Reads a body of `PATCH /smart_trades/:id`, shaped like the draft or the entity. Refuses unknown
 * fields and empty changes; errors by dotted path.
 */
export function readSmartTradeChange(
  json: unknown,
): { change: SmartTradeChange; issues?: undefined } | { change?: undefined; issues: Attributes } {
  const body = withOnePrice(withoutNulls(json))
  const checked = z.safeDecode(smartTradeChange, body as never)
  const issues = checked.success ? {} : attributesOf(checked.error)
  for (const path of unknownMembers(json, smartTradeChange, shownParts)) {
    say(issues, path, 'This field is read-only or unknown.')
  }
  const change = checked.data
  if (change && Object.values(change).every((part) => part === undefined)) {
    say(issues, '', 'Send at least one of take_profit, stop_loss and note.')
  }
  return change && Object.keys(issues).length === 0 ? { change } : { issues }
}

/** Entities show a percent with its price; the percent counts. */
function withOnePrice(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withOnePrice)
  if (!isObject(json)) return json
  const { value: _, ...rest } = json
  const members = 'percent' in json ? rest : json
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withOnePrice(member)]),
  )
}

function plain(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNonOptional ||
    schema instanceof z.ZodMiniNullable
  return isWrapped ? plain(schema.def.innerType) : schema
}

/** Returns dotted paths unknown to both schemas. Contents of read-only fields are not checked. */
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
