import type { Subject } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { readParts } from '#contract/read.ts'
import { writeNamed } from '#contract/writes.ts'
import { askedIn } from '#dialects/prepare.ts'

import { type Intent, isUnknown } from './intent.ts'

// Reads an intent's request back. Needs the contract of every write: not for the first files.

/** Creates an entity, so a second delivery creates a second one. */
export const isMaking = ({ endpoint }: Pick<Intent, 'endpoint'>): boolean =>
  writeNamed(endpoint.name)?.effect.provenBy.reading.kind === 'list'

/** The request would create another entity where the earlier intent may have created one. */
export const isInDoubtBy = (
  request: Pick<Intent, 'endpoint' | 'body' | 'asked'>,
  earlier: Intent,
): boolean =>
  isMaking(request) &&
  request.endpoint.name === earlier.endpoint.name &&
  isUnknown(earlier) &&
  (earlier.isSealed === true || accountOf(request) === accountOf(earlier))

type Sent = Pick<Intent, 'body' | 'endpoint'> & Partial<Pick<Intent, 'target' | 'asked'>>

type Asked = Record<'params' | 'query' | 'body', Record<string, unknown>>

export function askedOf({ endpoint: { name, path: form }, ...sent }: Sent): Asked {
  const { target, body } = askedIn({ target: '', ...sent })
  const { params, query, body: schema } = writeNamed(name) ?? {}
  const [path = '', search = ''] = target.split('?')
  // The target has the base URL's own prefix in front.
  const pattern = new RegExp(`${form.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const named = Object.entries(pattern.exec(path)?.groups ?? {})
  const segments = Object.fromEntries(named.map(([key, part]) => [key, decodeURIComponent(part)]))
  const given = Object.fromEntries(new URLSearchParams(search))
  return {
    params: params ? readParts(params, segments) : {},
    query: query ? readParts(query, given) : {},
    body: schema && body !== '' ? readParts(schema, readJson(body)) : {},
  }
}

/** Subject of an intent; `undefined` if it cannot be read or its write no longer exists. */
export const subjectOf = (intent: Sent): Subject | undefined =>
  writeNamed(intent.endpoint.name)?.effect.subject(askedOf(intent) as never)

export const accountOf = (sent: Sent): unknown => {
  const subject = subjectOf(sent)
  return subject?.account ?? subject?.id
}
