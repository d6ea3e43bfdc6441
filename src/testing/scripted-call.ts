import { ApiError, failureOf } from '#client/api-error.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import { read } from '#contract/read.ts'
import type { Facts } from '#dialects/dialect.ts'
import { threeCommasFormat } from '#dialects/three-commas/three-commas.ts'

/** A request of 3Commas, without base URL and headers. */
export type SentLine = { line: string; body: unknown }

/** Answer to a call: JSON, or the status of a refusal. */
export type Scripted = { json: unknown } | { status: number }

export const ACCOUNT = { id: 32402783, market_code: 'binance', supported_market_types: ['spot'] }

export const theFacts = (changes: Partial<Facts> = {}): Facts => ({
  mode: 'real',
  algorithm: 'hmac',
  accounts: [ACCOUNT],
  ...changes,
})

/** Carries a call out at a service that answers each request by its line. */
export async function scriptedCall<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  answerTo: (sent: SentLine) => Scripted,
  facts = theFacts(),
) {
  const format = threeCommasFormat(facts)
  const prepared = format.prepare('https://3c.test/public/api', endpoint, request, 'path?')
  const sent: SentLine[] = []
  const answer = await format.answer(prepared, async ({ method, target, body }) => {
    const one = {
      line: `${method} ${target.replace('/public/api', '')}`,
      body: body === '' ? undefined : readJson(body),
    }
    sent.push(one)
    const scripted = answerTo(one)
    if ('status' in scripted) {
      throw new ApiError(failureOf(scripted.status, { error: 'scripted' }, undefined))
    }
    return { text: '', json: scripted.json }
  })
  return {
    sent,
    further: prepared.further,
    json: answer.json,
    ...read(endpoint.response, answer.json),
  }
}
