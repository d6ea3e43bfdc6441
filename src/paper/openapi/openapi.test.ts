import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, describe, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { jsonAnswer } from '#paper/http/answer.ts'
import type { RawRequest } from '#paper/http/raw-request.ts'
import { documented } from '#testing/documented.ts'
import { openTestService } from '#testing/open-test-service.ts'

import { openApiDocument } from './openapi.ts'

const strict = await openTestService({ strict: true })
const paper = await openTestService()
afterAll(() => Promise.all([strict.close(), paper.close()]))

const URL_OF_DOCUMENT = 'http://127.0.0.1:4780/api/v1/openapi.json'

const operationsOf = (document: object): string[] =>
  Object.values((document as { paths: Record<string, object> }).paths)
    .flatMap((methods) => Object.values(methods) as { operationId: string; summary?: string }[])
    .map(({ operationId, summary }) => `${operationId}: ${summary}`)

it.each([false, true])(
  'the OpenAPI document is valid OpenAPI 3.1 (strict: %s)',
  async (isStrict) => {
    const document = structuredClone(openApiDocument(isStrict))
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  },
)

it('the OpenAPI document is given to anybody and describes every endpoint, each with a summary', async () => {
  const response = await paper.fetch(URL_OF_DOCUMENT)
  expect(response.status).toBe(200)
  const operations = operationsOf((await response.json()) as object)
  expect(operations).toHaveLength(Object.keys(api).length)
  expect(operations.filter((one) => one.endsWith('undefined'))).toEqual([])
})

it('the OpenAPI document describes each tag and operation, as its generators and linters ask', () => {
  type Described = { description?: string; tags: string[] }
  const { tags, paths } = openApiDocument(false) as unknown as {
    tags: { name: string; description?: string }[]
    paths: Record<string, Record<string, Described>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect([...tags, ...operations].filter(({ description = '' }) => description === '')).toEqual([])
  const used = new Set(operations.flatMap((operation) => operation.tags))
  expect(new Set(tags.map(({ name }) => name))).toEqual(used)
})

it('the OpenAPI document is no part of the specified API alone, which has no extension', async () => {
  expect((await strict.fetch(URL_OF_DOCUMENT)).status).toBe(404)
  const names = Object.values<Endpoint>(api).flatMap(({ name, extension }) =>
    extension ? [] : name,
  )
  const operations = operationsOf(openApiDocument(true)).map((one) => one.split(':')[0])
  expect(new Set(operations)).toEqual(new Set(names))
})

describe('comparison with the OpenAPI document', () => {
  const request = (target: string, body?: string): RawRequest => ({
    method: body === undefined ? 'GET' : 'POST',
    target,
    header: () => undefined,
    headerCount: 0,
    bytes: new TextEncoder().encode(body ?? ''),
    address: '',
    ownOrigin: undefined,
  })
  const answering = (status: number, json: unknown) =>
    documented(
      { answer: async (_request: RawRequest) => jsonAnswer(status, JSON.stringify(json)) },
      false,
    )

  it.each([
    ['a member of another form', 200, { server_time: 'noon' }],
    ['a status that is not described', 204, {}],
    ['a code that the endpoint does not refuse with', 403, { error: 'access_denied' }],
    ['a refusal without a code', 400, {}],
  ])('the comparison with the OpenAPI document finds %s', async (_what, status, json) => {
    await expect(answering(status, json).answer(request('/api/v1/time'))).rejects.toThrow(
      /document/,
    )
  })

  it('the comparison with the OpenAPI document finds an accepted body that the document describes otherwise', async () => {
    const answer = answering(201, { api_key: 'a', token: 'b', user: 'c', world: 'd' }).answer
    const body = '{"code":1,"public_key":"p"}'
    await expect(answer(request('/pair', body))).rejects.toThrow('The body of POST /pair')
  })

  it('the comparison with the OpenAPI document passes documented requests and answers', async () => {
    const { status } = await answering(200, { server_time: 1 }).answer(request('/api/v1/time'))
    expect(status).toBe(200)
  })
})
