import type { Subject } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { readParts } from '#contract/read.ts'
import { writeNamed } from '#contract/writes.ts'
import { askedIn } from '#dialects/prepare.ts'

import { type Intent, isUnknown } from './intent.ts'

// What an intent asks for, read back by its endpoint. That takes the contract of every write, so it
// is no part of the first files: only what sends, reconciles or shows intents imports it.

/** Whether it makes something new, so that once more is one more; all else can be done twice. */
export const isMaking = ({ endpoint }: Pick<Intent, 'endpoint'>): boolean =>
  writeNamed(endpoint.name)?.effect.provenBy.reading.kind === 'list'

/**
 * Whether a request would make another one on an account where nobody knows whether the earlier
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

/** What an intent asks for, read back from its bytes as far as it can be read. */
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

/** What an intent is about; `undefined` for one that cannot be read, or of a write there is no more. */
export const subjectOf = (intent: Sent): Subject | undefined =>
  writeNamed(intent.endpoint.name)?.effect.subject(askedOf(intent) as never)

/** Where something is to be made: the account by its number or as DCA bots name it, or the trade. */
export const accountOf = (sent: Sent): unknown => {
  const subject = subjectOf(sent)
  return subject?.account ?? subject?.id
}
