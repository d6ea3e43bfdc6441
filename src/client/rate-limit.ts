import { secondsOf } from './api-error.ts'

/** `quota` requests per `window` seconds. */
type RatePolicy = { readonly quota: number; readonly window: number }

/** `left` of `quota` requests remain for the next `reset` seconds. */
type RateLeft = { readonly left: number; readonly reset: number; readonly quota?: number }

type ReportedLimits = {
  readonly policies: readonly RatePolicy[]
  readonly left: readonly RateLeft[]
}

/** Smallest reset value that is a timestamp (seconds since 1970) instead of a duration. */
const MIN_TIMESTAMP = 1_000_000_000

/**
 * Reads rate limits from headers: `RateLimit-Policy` and `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers, in its newest form (`"minute";q=600;w=60`) or that of draft
 * 7 (`limit=100, remaining=50, reset=5`), and single numbers such as `X-RateLimit-Limit`.
 */
export function limitsOf(headers: Headers, now: number | undefined): ReportedLimits {
  const policies = itemsOf(headers.get('RateLimit-Policy')).flatMap(policyOf)
  const items = itemsOf(headers.get('RateLimit'))
  if (items.some(({ parameters }) => 'r' in parameters)) {
    return { policies: policies.map(plain), left: items.flatMap((item) => leftOf(item, policies)) }
  }
  const single = singleNumbers(headers, items, now)
  const first = policies[0]
  const quota = single.limit ?? first?.quota
  const { remaining, reset } = single
  // A limit without a window that resets within a minute is taken as one per minute.
  const isPerMinute = policies.length === 0 && quota !== undefined && (reset ?? Infinity) <= 60
  return {
    policies: isPerMinute ? [{ quota, window: 60 }] : policies.map(plain),
    left:
      remaining === undefined || reset === undefined
        ? []
        : [{ left: remaining, reset, ...(quota !== undefined && { quota }) }],
  }
}

/** Seconds until a retry is allowed: `Retry-After`, or the reset of the used-up limits. */
export function retryAfterOf(
  status: number,
  headers: Headers,
  now: number | undefined,
): number | undefined {
  const seconds = secondsOf(headers.get('Retry-After'), now)
  if (seconds !== undefined || (status !== 429 && status !== 418)) return seconds
  const usedUp = limitsOf(headers, now).left.filter(({ left }) => left === 0)
  return usedUp.length === 0 ? undefined : Math.max(...usedUp.map(({ reset }) => reset))
}

/**
 * True if the limits of a response apply to our key: not those of an unsigned request, nor of a
 * refusal, which the service may send before it checks the key.
 */
export const tellsLimitsOfKey = (
  { headers }: RequestInit,
  { ok }: Pick<Response, 'ok'>,
): boolean => {
  const sent = new Headers(headers)
  return ok && (sent.has('APIKEY') || sent.has('Authorization'))
}

type Item = { name: string; parameters: Record<string, string> }
type NamedPolicy = RatePolicy & { name: string }

/** Parses a list of structured fields (RFC 9651), splitting outside quotes. */
function itemsOf(field: string | null): Item[] {
  if (field === null) return []
  return split(field, ',').map((item) => {
    const [name = '', ...parameters] = split(item, ';')
    return {
      name: name.replaceAll('"', ''),
      parameters: Object.fromEntries(
        parameters.map((parameter) => {
          const [key = '', value = ''] = parameter.split('=')
          return [key.trim().toLowerCase(), value.trim()]
        }),
      ),
    }
  })
}

const split = (text: string, separator: string): string[] =>
  (text.match(new RegExp(`(?:"[^"]*"|[^"${separator}])+`, 'g')) ?? []).map((part) => part.trim())

function policyOf({ name, parameters }: Item): NamedPolicy[] {
  // Older drafts have the quota in place of the name.
  const quota = numberOf(parameters['q'] ?? name)
  const window = numberOf(parameters['w'])
  const unit = parameters['qu']?.replaceAll('"', '')
  const isOfRequests = unit === undefined || unit === 'request' || unit === 'requests'
  if (quota === undefined || window === undefined || !isOfRequests) return []
  return quota > 0 && window > 0 ? [{ name, quota, window }] : []
}

const plain = ({ quota, window }: NamedPolicy): RatePolicy => ({ quota, window })

function leftOf({ name, parameters }: Item, policies: readonly NamedPolicy[]): RateLeft[] {
  const left = numberOf(parameters['r'])
  const policy = policies.find((one) => one.name === name)
  const reset = numberOf(parameters['t']) ?? policy?.window
  if (left === undefined || reset === undefined) return []
  return [{ left, reset, ...(policy && { quota: policy.quota }) }]
}

function singleNumbers(headers: Headers, items: readonly Item[], now: number | undefined) {
  const reported = (name: string): number | undefined => {
    const member = items.map((item) => item.name.split('=')).find(([key]) => key?.trim() === name)
    if (member) return numberOf(member[1])
    for (const prefix of ['RateLimit', 'X-RateLimit', 'X-Rate-Limit']) {
      const field = headers.get(`${prefix}-${name}`)
      // A date contains a comma too.
      const found = name === 'reset' ? resetOf(field, now) : numberOf(field?.split(/[,;]/)[0])
      if (found !== undefined) return found
    }
    return undefined
  }
  return { limit: reported('limit'), remaining: reported('remaining'), reset: reported('reset') }
}

function resetOf(text: string | null, now: number | undefined): number | undefined {
  const number = numberOf(text ?? undefined)
  if (number === undefined) return secondsOf(text, now)
  const seconds = number >= MIN_TIMESTAMP * 1_000 ? number / 1_000 : number
  if (seconds < MIN_TIMESTAMP) return seconds
  return now === undefined ? undefined : Math.max(0, Math.ceil(seconds - now / 1_000))
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
