import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

import { openApiDocument } from '#paper/openapi/openapi.ts'
import { withoutNulls } from '#contract/json.ts'
import type { Answer } from '#paper/http/answer.ts'
import { type RawRequest, splitTarget } from '#paper/http/raw-request.ts'
import { match } from '#paper/http/routes.ts'

type Document = {
  paths: Record<string, Record<string, Operation | undefined> | undefined>
}
type Operation = {
  parameters?: ({ name: string; in: string } | { $ref: string })[]
  requestBody?: object
  responses: Record<string, object | undefined>
}
type Service = { answer(request: RawRequest): Promise<Answer> }
type Asked = Pick<RawRequest, 'method' | 'target' | 'bytes'>
type Check = (request: Asked, answer: Pick<Answer, 'status' | 'headers' | 'body'>) => boolean

/**
 * A service whose requests and answers are compared with its OpenAPI document: whatever is answered
 * must be described there, and so must whatever is asked with success. Rejects with what differs.
 */
export function documented<S extends Service>(service: S, strict: boolean): S {
  const check = checkerOf(strict)
  return Object.assign(Object.create(service) as S, {
    async answer(request: RawRequest): Promise<Answer> {
      const answer = await service.answer(request)
      check(request, answer)
      return answer
    },
  })
}

const checkers = new Map<boolean, Check>()

/** Compares one request and its answer, and says whether it did. Throws what differs. */
export function checkerOf(strict: boolean): Check {
  let checker = checkers.get(strict)
  if (!checker) checkers.set(strict, (checker = newChecker(strict)))
  return checker
}

function newChecker(strict: boolean): Check {
  const document = openApiDocument(strict) as unknown as Document
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  const known = new Map<string, ValidateFunction>()

  /** The schema that a pointer into the document leads to. */
  function validate(pointer: string, value: unknown, what: string): void {
    const found = known.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
    known.set(pointer, found)
    if (found(value)) return
    throw new Error(`${what} is not as the OpenAPI document says: ${ajv.errorsText(found.errors)}`)
  }

  return (request, answer) => {
    const { path, query } = splitTarget(request.target)
    const found = matchOf(request.method, path, strict)
    if (!found || answer.body === null || request.method === 'HEAD') return false
    const route = found.path.replace(/:(\w+)/g, '{$1}')
    const method = request.method.toLowerCase()
    const operation = document.paths[route]?.[method]
    if (!operation) return false
    const line = `${request.method} ${route}`
    const at = `/paths/${escaped(route)}/${method}`
    const response = operation.responses[answer.status]
    if (!response) throw new Error(`${line} answered ${answer.status}, which is not documented`)
    if (answer.headers['Content-Encoding'] !== undefined) return false
    const pointer =
      '$ref' in response
        ? String(response.$ref).slice(1)
        : `${at}/responses/${String(answer.status)}`
    const json: unknown = JSON.parse(textOf(answer.body))
    validate(`${pointer}/content/application~1json/schema`, json, `${line} ${answer.status}`)
    if (answer.status >= 400) return true
    if (operation.requestBody && request.bytes?.length) {
      const body = withoutNulls(JSON.parse(new TextDecoder().decode(request.bytes)))
      validate(`${at}/requestBody/content/application~1json/schema`, body, `The body of ${line}`)
    }
    const asked = new URLSearchParams(query)
    for (const [index, parameter] of (operation.parameters ?? []).entries()) {
      const text =
        'name' in parameter && parameter.in === 'query' ? asked.get(parameter.name) : null
      if (text === null || !('name' in parameter)) continue
      const value = /^-?\d+$|^(true|false)$/.test(text) ? (JSON.parse(text) as unknown) : text
      const schema = `${at}/parameters/${index}/schema`
      try {
        validate(schema, value, `${parameter.name} of ${line}`)
      } catch {
        validate(schema, text, `${parameter.name} of ${line}`)
      }
    }
    return true
  }
}

function matchOf(method: string, path: string, strict: boolean) {
  try {
    return match(method, path, strict).endpoint
  } catch {
    return undefined
  }
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

const escaped = (route: string): string =>
  encodeURI(route.replaceAll('~', '~0').replaceAll('/', '~1'))
