import { ApiError } from '#client/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Intent } from '#intents/intent.ts'

type Wishes = Partial<Intent> & { id?: string; params?: string; query?: string }

/** An intent as the journal holds it, by default one whose answer was lost. */
export function anIntent(
  endpoint: Endpoint,
  { params = '7', query, ...rest }: Wishes = {},
): Intent {
  const { name, method, path, security } = endpoint
  const target = path.replace(/:\w+/, params) + (query === undefined ? '' : `?${query}`)
  return {
    id: 'first',
    endpoint: { name, method, path, security },
    origin: 'https://service.test',
    target,
    body: '',
    signed: `${target}?`,
    headers: {},
    sentAt: 1_000_000,
    endedAt: 1_020_000,
    outcome: { kind: 'unknown', error: lost() },
    ...rest,
  }
}

const lost = () => new ApiError({ kind: 'unreachable', because: 'The connection was lost.' })
