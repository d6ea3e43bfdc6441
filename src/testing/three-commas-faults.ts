import { type Answer, Refused, written } from './three-commas-world.ts'

const PLAN =
  "The request type 'write' is not available with your current subscription plan. Please upgrade it."

/** Faults of a request, and how often the service carries it out all the same. */
export const FAULTS = {
  '401': 0,
  '403 permission': 0,
  'plan 429': 0,
  'speed 429': 0,
  '418': 0,
  '408': 1,
  '500 HTML': 1,
  '502 HTML': 1,
  'HTML 200': 1,
  'empty JSON 200': 1,
  'error in JSON 200': 1,
  /** An answer about another bot or trade. */
  'another one 200': 1,
  'drop before the service': 0,
  'drop before the answer': 1,
  'drop in the answer': 1,
  hang: 1,
  slow: 1,
  /** Something on the way sends it a second time. */
  duplicate: 2,
} as const
export type ThreeCommasFault = keyof typeof FAULTS

export type FaultRule = {
  readonly kind: ThreeCommasFault
  readonly method?: string
  /** The path after `/public/api`, or what it must match. */
  readonly path?: string | RegExp
  /** Number of affected requests; one by default. */
  readonly times?: number
  /** Otherwise than is usual of this fault. */
  readonly isDone?: boolean
  /** Without the headers that let a page read the answer. */
  readonly withoutCors?: boolean
}

/** Milliseconds that a slow answer takes. */
export const LATE = 150

export const timesDone = (rule: FaultRule | undefined): number => {
  if (!rule) return 1
  return rule.isDone === undefined ? FAULTS[rule.kind] : Number(rule.isDone)
}

/** A request that meets a fault, with the answer of the service where it has done something. */
export type Befallen = { readonly rule: FaultRule; readonly answer: Answer | undefined }

type Given = {
  readonly status: number
  readonly text: string
  readonly type: string
  readonly isCut?: boolean
  readonly isLate?: boolean
}

/** Result on the wire: nothing, a broken connection or an answer. */
export function answerUnder({ rule: { kind }, answer }: Befallen): 'none' | 'dropped' | Given {
  const { status, json } = answer ?? { status: 200, json: {} }
  const own = { status, text: written(json), type: JSON_TYPE }
  switch (kind) {
    case 'hang':
      return 'none'
    case 'drop before the service':
    case 'drop before the answer':
      return 'dropped'
    case 'drop in the answer':
      return { ...own, isCut: true }
    case 'slow':
      return { ...own, isLate: true }
    case 'duplicate':
      return own
    case 'another one 200':
      return { ...own, text: written(anotherOf(json)) }
    default: {
      const [failed, text] = FAILED[kind]
      return { status: failed, text, type: text.startsWith('<') ? 'text/html' : JSON_TYPE }
    }
  }
}

const JSON_TYPE = 'application/json'

const anotherOf = (json: unknown): object => ({
  ...(typeof json === 'object' ? json : {}),
  bot_id: 1,
  id: 1,
  pair: 'USDT_DOGE',
  pairs: ['USDT_DOGE'],
})

export const notAuthorized = () =>
  new Refused(403, 'Forbidden', 'Api key not authorized for this action')

const html = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>`

const FAILED = {
  '401': [
    401,
    '{"error":"api_key_invalid_or_expired","error_description":"Unauthorized. Invalid or expired api key."}',
  ],
  '403 permission': [403, JSON.stringify(notAuthorized().answer.json)],
  'plan 429': [429, JSON.stringify({ error: PLAN })],
  'speed 429': [429, '{"error":"too_many_requests"}'],
  '418': [418, '{"error":"banned"}'],
  '408': [408, html('Request Timeout')],
  '500 HTML': [500, html('Internal Server Error')],
  '502 HTML': [502, html('Bad Gateway')],
  'HTML 200': [200, html('Maintenance')],
  'empty JSON 200': [200, '{}'],
  'error in JSON 200': [200, '{"error":"unknown_error"}'],
} as const
