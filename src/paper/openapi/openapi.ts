import * as z from 'zod/mini'

import { alert, alertDraft } from '#contract/alerts.ts'
import { api, type EndpointName } from '#contract/api.ts'
import {
  dcaBot,
  dcaBotDetail,
  dcaBotDraft,
  dcaBotEvent,
  dcaBotWithSecret,
} from '#contract/dca-bots.ts'
import { dcaDeal } from '#contract/dca-deals.ts'
import { dcaStrategies } from '#contract/dca-strategies.ts'
import { type Endpoint, specified } from '#contract/endpoint.ts'
import { type RefusalCode, refusalBody, REFUSALS } from '#contract/errors.ts'
import { hasRevision } from '#contract/smart-trades.ts'
import {
  balancePoint,
  balanceRow,
  exchangeConnection,
  listedExchange,
} from '#contract/exchanges.ts'
import { gridBot, gridBotDraft, gridLine, requiredBalances } from '#contract/grid-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import { candle, marketPair } from '#contract/market.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { smartTrade } from '#contract/smart-trades.ts'
import { openWorld, serverTime } from '#contract/system.ts'

import { type JsonSchema, type Named, schemaMaker } from './json-schema.ts'

const ENTITIES: Named = new Map<z.core.$ZodType, string>([
  [smartTrade, 'SmartTrade'],
  [gridBot, 'GridBot'],
  [gridLine, 'GridLine'],
  [requiredBalances, 'RequiredBalances'],
  [dcaBot, 'DcaBot'],
  [dcaBotDetail, 'DcaBotDetail'],
  [dcaBotWithSecret, 'DcaBotWithSecret'],
  [dcaBotEvent, 'DcaBotEvent'],
  [dcaDeal, 'DcaDeal'],
  [dcaStrategies, 'DcaStrategies'],
  [exchangeConnection, 'ExchangeConnection'],
  [listedExchange, 'ListedExchange'],
  [balanceRow, 'BalanceRow'],
  [balancePoint, 'BalancePoint'],
  [historicalTrade, 'HistoricalTrade'],
  [marketPair, 'MarketPair'],
  [candle, 'Candle'],
  [alert, 'Alert'],
  [serverTime, 'ServerTime'],
  [refusalBody, 'Refusal'],
])

const DRAFTS: Named = new Map<z.core.$ZodType, string>([
  [smartTradeDraft, 'SmartTradeDraft'],
  [gridBotDraft, 'GridBotDraft'],
  [dcaBotDraft, 'DcaBotDraft'],
  [alertDraft, 'AlertDraft'],
])

type WithoutEffect = {
  [Name in EndpointName]: (typeof api)[Name] extends { effect: object } ? never : Name
}[EndpointName]

const SUMMARIES: Record<WithoutEffect, string> = {
  listSmartTrades: 'List SmartTrades',
  listAlerts: 'List alerts',
  getWebhookOrigins: 'List the origins that webhooks may call',
  changeWebhookOrigin: 'Allow webhooks to call an origin, or no longer',
  saveAlert: 'Make or change an alert',
  removeAlert: 'Remove an alert',
  testWebhook: 'Send a test by the webhook of an alert',
  getSmartTrade: 'Read a SmartTrade',
  listGridBots: 'List grid bots',
  getGridBot: 'Read a grid bot',
  getRequiredBalances: 'Read what a grid bot needs to start',
  listDcaBots: 'List DCA bots',
  getDcaBot: 'Read a DCA bot',
  listDcaStrategies: 'List the start conditions of DCA bots',
  listExchanges: 'List exchange connections',
  getBalanceHistory: 'Read the value of an account over time',
  getBalanceTable: 'Read the balances of an account',
  listHistory: 'List what was traded',
  getRealisedProfit: 'Add up realised profit',
  listPairs: 'List pairs with prices and rules',
  listCandles: 'List candles of a pair',
  openStream: 'Follow prices and changes',
  getTime: 'Read the time of the service',
  getMode: 'Read the mode of the user',
  renewToken: 'Make a bearer token',
  makePairingCode: 'Make a code that pairs a browser',
  openWorld: 'Open the paper world of another market',
  pairBrowser: 'Pair a browser',
  getOpenApi: 'Read this document',
}

const SECURITY = {
  signed: [{ apiKey: [], signature: [] }],
  bearer: [{ token: [] }],
  bearer_or_signed: [{ token: [] }, { apiKey: [], signature: [] }],
  public: [],
} as const

const NO_EXTENSION = 'Not in the specification of the API: offered where `GET /time` names it.'

const EVENTS =
  'Server-sent events: the name of an event is one member of the schema, and its data that member’s value.'

const ID_ALONE = {
  description: 'A row whose stored record is damaged.',
  type: 'object',
  required: ['id'],
  properties: { id: {} },
  additionalProperties: false,
} as const

const JSON_AS_TEXT = { type: 'string', contentMediaType: 'application/json' } as const

const documents = new Map<boolean, JsonSchema>()

/** The API as OpenAPI 3.1, made from the contract. `strict`: only the specification's endpoints. */
export function openApiDocument(strict: boolean): JsonSchema {
  let document = documents.get(strict)
  if (!document) documents.set(strict, (document = newDocument(strict)))
  return document
}

function newDocument(strict: boolean): JsonSchema {
  const schemas: Record<string, JsonSchema> = {}
  const responses: Record<string, JsonSchema> = {}
  const answer = schemaMaker(ENTITIES, schemas)
  const asked = schemaMaker(DRAFTS, schemas)

  function parametersOf(endpoint: Endpoint): JsonSchema[] {
    const { params, query } = endpoint
    const ofShape = (shape: Record<string, z.core.$ZodType>, place: 'path' | 'query') =>
      Object.entries(shape).map(([name, schema]) => ({
        name,
        in: place,
        required: place === 'path' || !(schema instanceof z.ZodMiniOptional),
        schema: asked(schema, 'parameter'),
      }))
    return [
      ...ofShape(params?.shape ?? {}, 'path'),
      ...ofShape(query?.shape ?? {}, 'query'),
      ...(isRemembered(endpoint) && !strict
        ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
        : []),
      ...(takesRevision(endpoint) && !strict ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ]
  }

  function answerOf({ response, listsUnreadable }: Endpoint): JsonSchema {
    const schema = answer(response, 'answer')
    return listsUnreadable ? { ...schema, items: { anyOf: [schema['items'], ID_ALONE] } } : schema
  }

  function responsesOf(endpoint: Endpoint): JsonSchema {
    const byStatus = new Map<number, RefusalCode[]>()
    for (const code of refusalsOf(endpoint, strict)) {
      const own = code === 'record_invalid' ? endpoint.recordInvalid : undefined
      const status = own ?? REFUSALS[code]
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
    const refusals = Array.from(byStatus, ([status, codes]) => {
      // Named by its codes, so that endpoints with the same ones share it.
      const name = codes.join('.')
      responses[name] ??= refusedWith(codes, answer(refusalBody, 'answer'))
      return [status, { $ref: `#/components/responses/${name}` }] as const
    })
    return {
      [endpoint.status]: {
        description: 'Done.',
        ...(hasRevision(endpoint) && !strict && { headers: { ETag: REVISION } }),
        content: {
          [endpoint.streams ? 'text/event-stream' : 'application/json']: {
            schema: answerOf(endpoint),
          },
        },
      },
      ...Object.fromEntries(refusals),
    }
  }

  const paths: Record<string, JsonSchema> = {}
  const tags = new Map<string, string>()
  for (const known of Object.values<Endpoint>(api)) {
    if (strict && known.extension) continue
    const endpoint = strict ? specified(known) : known
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const parameters = parametersOf(endpoint)
    const [tag, about] = areaOf(endpoint)
    tags.set(tag, about)
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: endpoint.name,
        tags: [tag],
        summary: endpoint.effect?.title ?? SUMMARIES[endpoint.name as WithoutEffect],
        description: descriptionOf(endpoint),
        security: SECURITY[endpoint.security],
        ...(parameters.length > 0 && { parameters }),
        ...(endpoint.body && {
          requestBody: {
            required: endpoint.bodyExtension === undefined,
            content: {
              'application/json': { schema: asked(endpoint.body, 'body') },
              ...(endpoint.takesText && { 'text/plain': { schema: JSON_AS_TEXT } }),
            },
          },
        }),
        responses: responsesOf(endpoint),
      },
    }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarterdeck paper service',
      version: '1',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        'Amounts are exact decimals, as text. A member of a body that is null counts as left out. A refusal names its code in `error`, and wrong members in `error_attributes`.',
    },
    servers: [{ url: '/' }],
    tags: Array.from(tags, ([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
      responses,
      ...(!strict && {
        parameters: {
          IdempotencyKey: {
            name: 'Idempotency-Key',
            in: 'header',
            description:
              'A write that is sent again with the same key and content within 48 hours is answered as the first one was, and does nothing.',
            schema: { type: 'string', pattern: String.raw`^[\x21-\x7e]{1,255}$` },
          },
          IfMatch: {
            name: 'If-Match',
            in: 'header',
            description: 'Refuses the write with 412 unless the SmartTrade has this `ETag`.',
            schema: { type: 'string' },
          },
        },
      }),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'APIKEY' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Signature',
          description:
            'HMAC-SHA256 in hex, or RSA PKCS#1 v1.5 with SHA-256 in base64, over `path?query` followed by the body.',
        },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}

/** Name and description of each area, by the start of its paths. */
const TAGS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  smart_trades: ['SmartTrades', 'Trades with targets, stops and trailing.'],
  'bots/grid': ['Grid bots', 'Bots that buy and sell on the lines of a grid.'],
  'bots/dca': ['DCA bots', 'Bots that open deals and average them by safety orders.'],
  exchanges: ['Exchanges', 'Accounts on exchanges, their balances and their value over time.'],
  terminal: ['History', 'What was traded, and the profit of it.'],
  market: ['Market', 'Pairs, prices and candles.'],
  alerts: ['Alerts', 'Alerts that the service checks, and their webhooks.'],
  webhooks: ['Webhooks', 'Signals of charting platforms.'],
}
const SERVICE = ['Service', 'Time and mode of the service, tokens and pairing.'] as const

const areaOf = ({ path }: Endpoint): readonly [name: string, description: string] =>
  TAGS[Object.keys(TAGS).find((start) => path.startsWith(`/api/v1/${start}`)) ?? ''] ?? SERVICE

const refusedWith = (codes: readonly RefusalCode[], refusal: JsonSchema): JsonSchema => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  content: {
    'application/json': {
      schema: { allOf: [refusal, { properties: { error: { enum: codes } } }] },
    },
  },
})

const descriptionOf = ({ permission, proof, streams, extension }: Endpoint): string =>
  [
    permission
      ? `Needs ${permission === 'every' ? 'every permission' : `the permission ${permission}`}.`
      : `Needs no permission${proof ? `, but a valid \`${proof}\` in its body` : ''}.`,
    streams && EVENTS,
    extension && NO_EXTENSION,
  ]
    .filter(Boolean)
    .join(' ')

/** Refusals that are possible before the endpoint is known. */
const ANYWHERE = [
  'invalid_request',
  'forbidden_origin',
  'payload_too_large',
  'uri_too_long',
  'ip_banned',
  'misdirected_request',
  'rate_limited',
  'headers_too_large',
  'internal_error',
] as const satisfies readonly RefusalCode[]

const BY_SIGNATURE = [
  'api_key_missing',
  'signature_missing',
  'api_key_invalid_or_expired',
  'signature_invalid',
] as const satisfies readonly RefusalCode[]
const BY_TOKEN = [
  'token_missing',
  'token_invalid',
  'token_expired',
] as const satisfies readonly RefusalCode[]

/** Returns true if an `Idempotency-Key` stores its answer. */
const isRemembered = ({ writes, issues }: Endpoint): boolean =>
  writes !== undefined || issues === 'alert'

/** Counts changes of a SmartTrade's settings and fills, not of prices. */
const REVISION: JsonSchema = {
  description: 'The revision of the SmartTrade in quotes.',
  schema: { type: 'string' },
}

const takesRevision = (endpoint: Endpoint): boolean =>
  hasRevision(endpoint) && endpoint.writes !== undefined && endpoint.params !== undefined

export function refusalsOf(endpoint: Endpoint, strict: boolean): RefusalCode[] {
  const { security, permission, params, body, query, writes, proof, recordInvalid, spotOnly } =
    endpoint
  const { streams } = endpoint
  return [
    ...ANYWHERE,
    ...(security === 'signed' || security === 'bearer_or_signed' ? BY_SIGNATURE : []),
    ...(security === 'bearer' || security === 'bearer_or_signed' ? BY_TOKEN : []),
    ...(permission === null ? [] : (['access_denied'] as const)),
    ...(security === 'public' && !proof ? [] : (['world_unavailable'] as const)),
    ...(proof === 'secret' ? (['webhook_secret_invalid'] as const) : []),
    // An account, bot or code of another user.
    ...(proof === 'code' || (body && writes && security !== 'public')
      ? (['forbidden'] as const)
      : []),
    // A service of one world opens no other.
    ...(params || endpoint.name === openWorld.name ? (['not_found'] as const) : []),
    ...(streams ? (['too_many_streams'] as const) : []),
    ...(body || (query && recordInvalid !== undefined) ? (['record_invalid'] as const) : []),
    ...(body ? (['unsupported_media_type'] as const) : []),
    ...(isRemembered(endpoint) || spotOnly ? (['unprocessable_entity'] as const) : []),
    ...(isRemembered(endpoint) && !strict ? (['idempotency_key_reused'] as const) : []),
    ...(takesRevision(endpoint) && !strict ? (['precondition_failed'] as const) : []),
  ]
}
