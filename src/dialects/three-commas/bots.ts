import { isObject, type Json, objectOf, refusedStatus, refusedWords, textOf } from './values.ts'

/** The path of one bot, or of what is done to it. */
export const pathOf = (list: string, id: unknown, action = ''): string =>
  `${list}/${encodeURIComponent(textOf(id) ?? '')}${action}`

/**
 * Every row of a list of which the first page has come: no answer says how many there are, so the last
 * one is the first that is not full. Rows move between pages while the list changes, so each counts
 * once by its id. An answer that is no page stands for the whole.
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
    // A service that gives the same page again would be asked without an end.
    if (page.length < perPage || rows.length === before) return rows
  }
}

/**
 * A bot that was made and is to be started: as it is, whatever became of the start. Never rejects, since
 * it is there: a refused start leaves it stopped, and where nobody knows whether it runs, the answer
 * says nothing of that. What another bot than the one `asked` for answers is never started.
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
  // Without a refusal it may still be started after it was read.
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

/** One pair stands alone in a body and in a list in an answer. */
const pairsOf = ({ pair, pairs = pair }: Json): string => String(pairs)

const saysWhether = (bot: unknown): boolean =>
  isObject(bot) && typeof bot['is_enabled'] === 'boolean'
