import { writeJson } from '#contract/json.ts'
import { getMode, getTime } from '#contract/system.ts'

import { type Dialect, type Facts, NotOffered, type WireRequest } from './dialect.ts'
import { type Call, contractCall, type Prepared, queryText } from './prepare.ts'
import { contractFormat, type WireFormat } from './wire-format.ts'

/** Creates the wire format of a dialect, which stores what it learns in `facts`. */
export function translatedFormat(dialect: Dialect, facts: Facts): WireFormat {
  const calls = new WeakMap<Prepared, { call: Call; baseUrl: string }>()
  const asked = new WeakMap<Prepared, WireRequest>()

  // Other services don't report their extensions, so they are derived from the table. The mode is a
  // fact, never requested.
  const extensions = [
    ...Object.keys(dialect.translations).filter((name) => name !== getMode.name),
    ...(dialect.bodies ?? []),
  ]

  function prepared(baseUrl: string, { endpoint }: Call, request: WireRequest): Prepared {
    const search = queryText({ ...request.query })
    const url = new URL(
      baseUrl.replace(/\/+$/, '') + request.path + (search === '' ? '' : `?${search}`),
    )
    const body = request.body === undefined ? '' : writeJson(request.body)
    const sent = { path: url.pathname, query: url.search.slice(1), body }
    const security = request.security ?? 'signed'
    const result: Prepared = {
      endpoint,
      method: request.method,
      ...sent,
      target: url.pathname + url.search,
      url: url.href,
      security,
      signedText: dialect.signedText(sent, facts),
      headers: {
        Accept: 'application/json',
        ...(body !== '' && { 'Content-Type': 'application/json' }),
        ...(security === 'signed' && dialect.headers(facts)),
      },
    }
    asked.set(result, request)
    return result
  }

  return {
    readsKeys: false,
    offers: extensions,
    cache: dialect.cache,

    prepare(baseUrl, endpoint, request, emptyForm) {
      const call = contractCall(endpoint, request)
      const translation = dialect.translations[endpoint.name]
      if (!translation) throw new NotOffered(dialect.whyNot(endpoint))
      const wire = 'local' in translation ? undefined : translation.request(call, facts)
      // `local` calls are shown in the contract's format.
      const { target, body, ...ours } = contractFormat.prepare(
        baseUrl,
        endpoint,
        request,
        emptyForm,
      )
      const result = wire
        ? Object.assign(prepared(baseUrl, call, wire), {
            asked: { target, body },
            ...('further' in translation && { further: translation.further }),
            ...('readsBack' in translation && { readsBack: translation.readsBack }),
          })
        : { ...ours, target, body }
      calls.set(result, { call, baseUrl })
      return result as ReturnType<typeof contractFormat.prepare<typeof endpoint>>
    },

    async answer(first, askOnce) {
      const { endpoint } = first
      const translation = dialect.translations[endpoint.name]
      const known = calls.get(first)
      if (!translation || !known) throw new NotOffered(dialect.whyNot(endpoint))
      const { call, baseUrl } = known
      const ask = untilPause(askOnce)
      const further = {
        call,
        facts,
        ask: async (request: WireRequest) => (await ask(prepared(baseUrl, call, request))).json,
      }
      if ('local' in translation) return { json: await translation.local(further) }
      const { json } = await ask(first).catch((error: unknown) => {
        const other = translation.otherwise?.(error, call)
        // Writes are never retried.
        if (other?.method !== 'GET') throw error
        return ask(prepared(baseUrl, call, other))
      })
      const answered = translation.answer ? await translation.answer(json, further) : json
      return {
        json: endpoint.name === getTime.name ? { ...(answered as object), extensions } : answered,
      }
    },

    refusal: (request, status, json) =>
      dialect.refusal(status, json, asked.get(request) ?? { method: 'GET', path: '' }),
  }
}

/** Sends no more requests of a call after a 429 or 418, which would prolong the block. */
function untilPause<Request, Answer>(
  ask: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  let turnedAway: unknown
  return async (request) => {
    if (turnedAway !== undefined) throw turnedAway
    try {
      return await ask(request)
    } catch (error) {
      if (wantsPause(error)) turnedAway = error
      throw error
    }
  }
}

export function wantsPause(error: unknown): boolean {
  const failure: unknown = error instanceof Error && 'failure' in error && error.failure
  const status: unknown =
    typeof failure === 'object' && failure !== null && 'status' in failure && failure.status
  return status === 429 || status === 418
}
