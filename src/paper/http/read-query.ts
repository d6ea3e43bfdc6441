import type { Attributes } from '#contract/errors.ts'

import { Refusal } from '../refusal.ts'

/** The parameters an endpoint knows; others are ignored. Throws 400 for one that is given twice. */
export function readQuery(query: string, known: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const part of query.split('&')) {
    const [name = '', ...rest] = part.split('=')
    const decodedName = decoded(name)
    if (!known.includes(decodedName)) continue
    if (Object.hasOwn(found, decodedName)) throw refused({ [decodedName]: ['Send this once.'] })
    found[decodedName] = decoded(rest.join('='), decodedName)
  }
  return found
}

export const refused = (attributes: Attributes): Refusal =>
  new Refusal('invalid_request', 'A query parameter is wrong.', attributes)

function decoded(text: string, name?: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    if (name === undefined) return text
    throw refused({ [name]: ['This is not percent-encoded UTF-8.'] })
  }
}
