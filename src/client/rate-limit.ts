import { secondsOf } from './api-error.ts'

/** So many requests within so many seconds. */
export type RatePolicy = { readonly quota: number; readonly window: number }

/** So many requests are left until so many seconds from now; `quota` is that of its policy. */
export type RateLeft = { readonly left: number; readonly reset: number; readonly quota?: number }

export type ReportedLimits = {
  readonly policies: readonly RatePolicy[]
  readonly left: readonly RateLeft[]
}

/** A reset that is told as a moment instead of a number of seconds is at least this. */
const EPOCH = 1_000_000_000

/**
 * What an answer tells of the service's limits, in whichever form: the fields `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers in its newest form (`"minute";q=600;w=60`) and
 * in that of draft 7 (`limit=100, remaining=50, reset=5`), and single numbers in `RateLimit-Limit`,
 * `X-RateLimit-Limit` and their like.
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
  // Without a window, a limit is one of a minute where it is reset within one.
  const isOfAMinute = policies.length === 0 && quota !== undefined && (reset ?? Infinity) <= 60
  return {
    policies: isOfAMinute ? [{ quota, window: 60 }] : policies.map(plain),
    left:
      remaining === undefined || reset === undefined
        ? []
        : [{ left: remaining, reset, ...(quota !== undefined && { quota }) }],
  }
}

/**
 * In how many seconds a refused request may be made again, as `Retry-After` says, and where a limit
 * was the reason for the refusal as the used-up limits beside it say.
 */
export function retryAfterOf(
  status: number,
  headers: Headers,
  now: number | undefined,
): number | undefined {
  const named = secondsOf(headers.get('Retry-After'), now)
  if (named !== undefined || (status !== 429 && status !== 418)) return named
  const usedUp = limitsOf(headers, now).left.filter(({ left }) => left === 0)
  return usedUp.length === 0 ? undefined : Math.max(...usedUp.map(({ reset }) => reset))
}

/**
 * Whether the limits beside an answer are those of the key. What is told to nobody in particular is not,
 * nor what is told with a refusal: it may come from before the key was looked at.
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

/** The items of a list as structured fields write them, split outside quotes. */
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
  // The older drafts put the quota in the place of the name.
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
      // A date has a comma of its own.
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
  const seconds = number >= EPOCH * 1_000 ? number / 1_000 : number
  if (seconds < EPOCH) return seconds
  return now === undefined ? undefined : Math.max(0, Math.ceil(seconds - now / 1_000))
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
