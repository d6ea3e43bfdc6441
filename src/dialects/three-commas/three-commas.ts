import { startDeal } from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'

import type { Dialect, Facts, Translation } from '../dialect.ts'
import { translatedFormat } from '../translated-format.ts'
import type { WireFormat } from '../wire-format.ts'
import { accounts } from './accounts.ts'
import { dcaBots } from './dca-bots.ts'
import { gridBots } from './grid-bots.ts'
import { history } from './history.ts'
import { market } from './market.ts'
import { refusal } from './refusals.ts'
import { smartTrades } from './smart-trades.ts'
import { REASONS } from './words.ts'

const system: Readonly<Record<string, Translation>> = {
  getTime: { request: () => ({ method: 'GET', path: '/ver1/time', security: 'public' }) },
  // 3Commas receives the mode with each request and is never asked for it.
  getMode: { local: ({ facts }) => ({ mode: facts.mode }) },
}

export const threeCommas: Dialect = {
  translations: {
    ...system,
    ...accounts,
    ...market,
    ...smartTrades,
    ...history,
    ...gridBots,
    ...dcaBots,
  },
  bodies: [startDeal.bodyExtension],
  // Responses have `max-age=0, private, must-revalidate`.
  cache: 'default',
  headers: ({ mode }) => ({ 'Forced-Mode': mode }),
  // Signs the path alone, or `path?query`. HMAC signs a body after `?`, RSA right after the path,
  // unless a test found otherwise.
  signedText: ({ path, query, body }, { algorithm, bodyForm }) => {
    const form = bodyForm ?? (algorithm === 'rsa' ? 'path' : 'path?')
    if (query === '' && (body === '' || form === 'path')) return path + body
    return `${path}?${query}${body}`
  },
  refusal,
  whyNot: ({ name }: Pick<Endpoint, 'name'>) => REASONS[name] ?? '3Commas does not offer this.',
}

export const threeCommasFormat = (facts: Facts): WireFormat => translatedFormat(threeCommas, facts)
