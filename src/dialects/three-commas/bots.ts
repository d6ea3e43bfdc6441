import { isObject, type Json, objectOf, refusedStatus, refusedWords, textOf } from './values.ts'

export const pathOf = (list: string, id: unknown, action = ''): string =>
  `${list}/${encodeURIComponent(textOf(id) ?? '')}${action}`

/**
 * Loads the rest of a list, until a page isn't full. Rows can move meanwhile, so ids are
 * deduplicated. A response that isn't a list stays unchanged.
 */
export async function allRows(
  first: unknown,
  perPage: number,
  pageAt: (offset: number) => Promise<unknown>,
): Promise<unknown> {
  const rows: unknown[] = []
  const ids = new Set<string>()
  for (let page = first; ; page = await pageAt(rows.length)) {
    if (!Array.isArray(page)) return page
    const before = rows.length
    for (const row of page as unknown[]) {
      const id = isObject(row) ? textOf(row['id']) : undefined
      if (id !== undefined && ids.has(id)) continue
      if (id !== undefined) ids.add(id)
      rows.push(row)
    }
    // Stops if the service repeats a page.
    if (page.length < perPage || rows.length === before) return rows
  }
}

/**
 * Starts a created bot and returns its state. Never rejects, as the bot exists: after a refusal it
 * is stopped; `is_enabled` is missing if unknown. Starts no bot but the requested one.
 */
export async function enabledAfter(
  made: unknown,
  asked: Json,
  { enable, read }: { enable: () => Promise<unknown>; read: () => Promise<unknown> },
): Promise<unknown> {
  if (!isObject(made) || textOf(made['id']) === undefined || !isMadeAs(made, asked)) return made
  const ended = await enable().catch((error: unknown) => error)
  if (saysWhether(ended)) return ended
  const found = await read().catch(() => undefined)
  const status = refusedStatus(ended)
  // Without a refusal, the bot may start after this read.
  const isRefused = status !== undefined && status < 500
  if (saysWhether(found) && (isRefused || objectOf(found)['is_enabled'] === true)) {
    const isStopped = objectOf(found)['is_enabled'] === false
    return { ...objectOf(found), ...(isStopped && { start_refusal: refusedWords(ended) }) }
  }
  const { is_enabled: _, ...rest } = made
  return rest
}

const isMadeAs = (made: Json, asked: Json): boolean =>
  textOf(made['account_id']) === textOf(asked['account_id']) && pairsOf(made) === pairsOf(asked)

/** Requests have one pair, responses a list. */
const pairsOf = ({ pair, pairs = pair }: Json): string => String(pairs)

const saysWhether = (bot: unknown): boolean =>
  isObject(bot) && typeof bot['is_enabled'] === 'boolean'
