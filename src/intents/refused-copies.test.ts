import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { api } from '#contract/api.ts'
import type { Outcome } from '#intents/outcome.ts'
import { openBrowser, shown, untilSent } from '#testing/a-command-sender.ts'

type Refusal = { status: number; error: string; error_attributes?: object }

const refused = (status: number, error: string) =>
  new ApiError({ kind: 'refused', status, code: error, description: error, attributes: {} })

type Wishes = { refusal: Refusal; read?: () => unknown; remembersKeys?: boolean }

/** Message for a refused close, and the number of reads before it. */
async function closed({ refusal, read, remembersKeys = false }: Wishes, endpoint?: 'note') {
  const said: Outcome['kind'][] = []
  let reads = 0
  const { openTab, sent } = await openBrowser({
    remembersKeys,
    read() {
      reads += 1
      return read?.()
    },
  })
  const sender = openTab()
  const id =
    endpoint === 'note'
      ? sender.send(api.setSmartTradeNote, { params: { id: 7 }, body: { note: 'Mine' } })
      : sender.send(api.closeSmartTrade, { params: { id: 7 } })
  sender.journal.subscribe(() => {
    const kind = sender.journal.find(id)?.outcome.kind
    if (kind && kind !== said.at(-1)) said.push(kind)
  })
  await untilSent(sent)
  const { status, ...body } = refusal
  sent[0]?.answer(new Response(JSON.stringify(body), { status }))
  const { outcome } = await shown(sender.journal, id)
  return { outcome, said, reads, sent: sent.length }
}

const trade = (type: string) => ({ id: 7, status: { type } })
const BY_STATE: Refusal = { status: 422, error: 'unprocessable_entity' }

it('a refused second copy of a close: done if a read shows it, never called refused', async () => {
  const end = await closed({ refusal: BY_STATE, read: () => trade('panic_sell_pending') })
  expect(end).toMatchObject({ outcome: { kind: 'placed', isFound: true }, sent: 1 })
  expect(end.said).not.toContain('refused')
  expect(end.said).not.toContain('unknown')
})

it('a refused second copy of a close: refused if the trade is unchanged', async () => {
  const { outcome, reads } = await closed({
    refusal: BY_STATE,
    read: () => trade('waiting_targets'),
  })
  expect({ kind: outcome.kind, reads }).toEqual({ kind: 'refused', reads: 1 })
})

it('a refused second copy of a close: refused if the trade does not exist', async () => {
  const read = () => {
    throw refused(404, 'not_found')
  }
  const { outcome } = await closed({ refusal: { status: 404, error: 'not_found' }, read })
  expect(outcome.kind).toBe('refused')
})

it('a refused second copy of a close: unknown, with the refusal’s message, if the trade is unreadable', async () => {
  const read = () => {
    throw new ApiError({ kind: 'unreachable' })
  }
  const { outcome } = await closed({ refusal: BY_STATE, read })
  expect(outcome).toMatchObject({
    kind: 'unknown',
    error: { message: 'unprocessable_entity' },
  })
})

it('a refused second copy of a close without a body: read, whatever fields the refusal names', async () => {
  const refusal = { status: 422, error: 'record_invalid', error_attributes: { base: ['No.'] } }
  const { outcome } = await closed({ refusal, read: () => trade('panic_sold') })
  expect(outcome).toMatchObject({ kind: 'placed', isFound: true })
})

it.each([
  { status: 401, error: 'signature_invalid' },
  { status: 401, error: 'api_key_invalid_or_expired' },
  { status: 403, error: 'access_denied' },
  { status: 405, error: 'method_not_allowed' },
])('$error is final at once', async (refusal) => {
  const { outcome, reads } = await closed({ refusal, read: () => trade('panic_sold') })
  expect({ kind: outcome.kind, reads }).toEqual({ kind: 'refused', reads: 0 })
})

it('a refusal of a body field is final, because no copy can cause it', async () => {
  const refusal = { status: 422, error: 'record_invalid', error_attributes: { note: ['Long.'] } }
  const { outcome, reads } = await closed({ refusal }, 'note')
  expect({ kind: outcome.kind, reads }).toEqual({ kind: 'refused', reads: 0 })
})

it('a refusal by a service with Idempotency-Key is final, because no copy can cause it', async () => {
  const { outcome, reads } = await closed({
    refusal: BY_STATE,
    read: () => trade('panic_sold'),
    remembersKeys: true,
  })
  expect({ kind: outcome.kind, reads }).toEqual({ kind: 'refused', reads: 0 })
})
