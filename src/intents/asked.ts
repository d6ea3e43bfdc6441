import type { Subject } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { readParts } from '#contract/read.ts'
import { writeNamed } from '#contract/writes.ts'
import { askedIn } from '#dialects/prepare.ts'

import { type Intent, isUnknown } from './intent.ts'

// Reads back the request of an intent by its endpoint. That takes the contract of every write, so it
// is no part of the first files: only what sends, reconciles or shows intents imports it.

/** Makes something new, so that a second delivery makes a second one. Other writes can be repeated. */
export const isMaking = ({ endpoint }: Pick<Intent, 'endpoint'>): boolean =>
  writeNamed(endpoint.name)?.effect.provenBy.reading.kind === 'list'

/**
 * The request would make another one on an account for which it is unknown whether the earlier
 * intent has made one already.
 */
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

/** Request of an intent, parsed from its bytes as far as possible. */
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

/** Place of a new entity: an account (number, or the id that DCA bots use) or a trade. */
export const accountOf = (sent: Sent): unknown => {
  const subject = subjectOf(sent)
  return subject?.account ?? subject?.id
}
