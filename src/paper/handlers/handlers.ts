import { api } from '#contract/api.ts'
import {
  type AlertKind,
  changeWebhookOrigin,
  getWebhookOrigins,
  listAlerts,
  removeAlert,
  saveAlert,
  testWebhook,
} from '#contract/alerts.ts'
import { type Endpoint, type Permission, PERMISSIONS } from '#contract/endpoint.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { listHistory } from '#contract/history.ts'
import { CANDLE_LENGTHS, MAX_CANDLES } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { pairsIn } from '#contract/stream.ts'
import { balanceFault, IDEMPOTENCY, openWorld } from '#contract/system.ts'
import { toBase64 } from '#signing/base64.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import { importPublicKey } from '#signing/keys.ts'

import { type Caller, checkPermission } from '../http/authenticate.ts'
import { refused } from '../http/parse-request.ts'
import type { Handlers, UserContext } from '../http/routes.ts'
import { issueToken } from '../http/tokens.ts'
import { openApiDocument } from '../openapi/openapi.ts'
import { randomBytes } from '../platform.ts'
import { Refusal, wrongBalance } from '../refusal.ts'
import { PAIRING_CODE_LIFE, TRADER } from '../store/store.ts'
import { dcaStrategies } from './dca-strategies.ts'

const HOUR = 3_600_000

/** In milliseconds: maximum age of an alert and difference of two clocks. */
const MAX_ALERT_AGE = 5 * 60_000

const EXTENSIONS = [
  ...Object.values<Endpoint>(api)
    .filter(({ extension }) => extension)
    .map(({ name }) => name),
  stopGridBot.bodyExtension,
  listHistory.queryExtension.name,
  IDEMPOTENCY,
]
const ALERT_ENDPOINTS: ReadonlySet<string> = new Set(
  [listAlerts, getWebhookOrigins, changeWebhookOrigin, saveAlert, removeAlert, testWebhook].map(
    ({ name }) => name,
  ),
)
/** Handlers by endpoint; a missing one is a compile error. */
export const handlers: Handlers = {
  listSmartTrades({ query }, { engine }) {
    checkRange('from', query.from, 'to', query.to)
    return engine.smartTrades(query)
  },
  getSmartTrade: ({ params }, { engine }) => engine.smartTrade(params.id),
  createSmartTrade: ({ body }, { engine }) => engine.createSmartTrade(body),
  setSmartTradeNote: ({ params, body }, { engine }) =>
    engine.setSmartTradeNote(params.id, body.note),
  updateSmartTrade: ({ params, body }, { engine }) => engine.updateSmartTrade(params.id, body),
  addSmartTradeFunds: ({ params, body }, { engine }) => engine.addSmartTradeFunds(params.id, body),
  reduceSmartTradeFunds: ({ params, body }, { engine }) =>
    engine.reduceSmartTradeFunds(params.id, body),
  cancelSmartTradeFunds: ({ params }, { engine }) =>
    engine.cancelSmartTradeFunds(params.id, params.step),
  cancelSmartTrade: ({ params }, { engine }) => engine.cancelSmartTrade(params.id),
  closeSmartTrade: ({ params }, { engine }) => engine.closeSmartTrade(params.id),

  listGridBots: (_request, { engine }) => engine.gridBots(),
  getGridBot: ({ params }, { engine }) => engine.gridBot(params.id),
  getRequiredBalances: ({ params }, { engine }) => engine.requiredBalances(params.id),
  createGridBot: ({ body }, { engine }) => engine.createGridBot(body),
  startGridBot: ({ params }, { engine }) => engine.startGridBot(params.id),
  stopGridBot: ({ params, body }, { engine }) => engine.stopGridBot(params.id, body?.leave),

  listDcaBots: ({ query }, { engine }) => engine.dcaBots(query),
  getDcaBot: ({ params, query }, { engine }) =>
    engine.dcaBot(params.id, query.include_events ?? false),
  listDcaStrategies: ({ query }) => dcaStrategies(query),
  createDcaBot: ({ body }, { engine }) => engine.createDcaBot(body, newSecret()),
  startDcaBot: ({ params }, { engine }) => engine.startDcaBot(params.id),
  stopDcaBot: ({ params, body }, { engine }) => engine.stopDcaBot(params.id, body.deals),
  startDeal: ({ params, body }, { engine }) => engine.startDeal(params.id, body),
  /** Alerts of a charting platform, authenticated by the bot's secret. */
  async receiveSignal({ body }, context) {
    const { store, platform, worlds, limits, now, command, isRepetition } = context
    const { bot_id: id, secret = '', action, time } = body
    const userId = await store.worlds.ownerOf('dca_bot', id)
    if (userId === undefined) {
      // Takes as long for an unknown bot as for a wrong secret.
      platform.isSameSecret(secret, '')
      throw wrongSecret()
    }
    return command(userId, (engine) => {
      const expected = engine.webhookSecret(id) ?? ''
      if (!platform.isSameSecret(secret, expected) || expected === '') throw wrongSecret()
      limits.signal(id)
      if (isRepetition) {
        engine.repeatSignal(id, action)
        return { taken: true, duplicate: true }
      }
      if (time !== undefined && time < now - MAX_ALERT_AGE) {
        throw untimely('is older than five minutes')
      }
      // With --speed, the service's clock is ahead of the machine's.
      if (time !== undefined && time > worlds.now() + MAX_ALERT_AGE) {
        throw untimely('has not been sent yet')
      }
      engine.receiveSignal(id, action)
      return { taken: true }
    })
  },

  listExchanges: (_request, { engine }) => engine.exchanges(),
  getBalanceHistory({ params, query }, { engine, worlds }) {
    const to = query.date_to ?? worlds.now()
    checkRange('date_from', query.date_from, 'date_to', to)
    return engine.balanceHistory(params.id, query.date_from, to)
  },
  getBalanceTable: ({ params }, { engine }) => engine.balanceTable(params.id),
  sellAllToUsd: ({ params }, { engine }) => engine.sellAllToUsd(params.id),
  listHistory({ query }, { engine }) {
    checkRange('from', query.from, 'to', query.to)
    return engine.history(query)
  },
  getRealisedProfit({ query }, { engine }) {
    checkRange('from', query.from, 'to', query.to)
    return engine.realisedProfit(query)
  },

  listPairs: (_request, { engine }) => engine.pairs(),
  listCandles({ query: { pair, exchange, interval, from, to: wished } }, { engine, worlds, live }) {
    const to = wished ?? worlds.now()
    checkRange('from', from, 'to', to)
    const length = CANDLE_LENGTHS[interval]
    // Candles begin at multiples of their length; both ends count.
    const count = Math.floor(to / length) - Math.ceil(from / length) + 1
    if (count > MAX_CANDLES) {
      throw refused({ from: [`This range has more than ${MAX_CANDLES} candles.`] })
    }
    if (!live) return engine.candles({ pair, exchange, interval, from, to })
    live.show([pair])
    return live.candles(pair, interval, from, Math.min(to, worlds.now()))
  },

  openStream({ query }, { streams, engine, caller, worlds, live }) {
    const stream = streams.open(caller, query.pairs, engine, worlds.now())
    live?.show(pairsIn(query.pairs))
    return stream
  },

  listAlerts(_request, { alerts, engine, caller }) {
    const listed = offered(alerts).list(caller.key.userId, engine.mode)
    // Events may be those of bots.
    if (caller.permissions.includes('BOTS_READ')) return listed
    return listed.map((one) => ('recent' in one ? { ...one, recent: [] } : one))
  },
  getWebhookOrigins: (_request, context) => originsFor(context),
  changeWebhookOrigin({ body }, context) {
    const { origins } = offered(context.alerts)
    if (!mayChangeOrigins(context)) {
      throw new Refusal(
        'access_denied',
        'Only the user “trader” adds or removes origins, in a browser on the computer of a service that has no public origin.',
      )
    }
    origins.change(body.origin, body.is_allowed)
    return originsFor(context)
  },
  saveAlert({ body }, { alerts, engine, caller, effectOf }) {
    // An alert must not reveal data that its owner may not read.
    for (const permission of READ_FOR[body.kind]) checkPermission({ permission }, caller)
    return offered(alerts).save(caller.key.userId, body, engine, effectOf)
  },
  removeAlert: ({ params }, { alerts, caller, effectOf }) =>
    offered(alerts).remove(caller.key.userId, params.id, effectOf),
  testWebhook: ({ params }, { alerts, caller, effectOf }) =>
    offered(alerts).test(caller.key.userId, params.id, effectOf),

  getTime(_request, { worlds, live, alerts, openMarket, strict }) {
    const now = worlds.now()
    if (strict) return { server_time: now }
    return {
      server_time: now,
      server_time_ms: now,
      // In a page, which calls no webhook, the browser keeps the alerts.
      extensions: EXTENSIONS.filter(
        (name) =>
          (alerts !== undefined || !ALERT_ENDPOINTS.has(name)) &&
          (openMarket !== undefined || name !== openWorld.name),
      ),
      ...(live && { market: live.state() }),
    }
  },
  getOpenApi: (_request, { strict }) => openApiDocument(strict),
  getMode: (_request, { engine }) => ({ mode: engine.mode }),
  setMode({ query }, { engine }) {
    engine.setMode(query.mode)
    return { mode: query.mode }
  },
  async renewToken(_request, { store, caller, now }) {
    const { token, expiresAt } = await issueToken(store.tokenSecret, caller.key, now, HOUR)
    return { token, expires_at: expiresAt }
  },
  async makePairingCode(_request, { store, caller, now, publicOrigin }) {
    checkLasting(caller)
    const code = await store.pairing.makeCode(caller.key.userId, now)
    const origin = publicOrigin?.startsWith('https:') ? publicOrigin : null
    return { code, expires_at: now + PAIRING_CODE_LIFE, origin }
  },
  async openWorld({ body }, { openMarket, caller, now }) {
    const open = offered(openMarket)
    checkLasting(caller)
    if (caller.key.userName !== TRADER) {
      throw new Refusal('access_denied', 'Only the user “trader” opens worlds: all others stop.')
    }
    const { market, balance } = body
    const fault = balance && (market === 'demo' ? NO_BALANCE : balanceFault(balance))
    if (fault !== undefined) throw wrongBalance(fault)
    return { code: await open(market, balance), expires_at: now + PAIRING_CODE_LIFE }
  },
  async pairBrowser({ body }, { store, live, now }) {
    await assertPublicKey(body.public_key)
    const key = await store.pairing.redeem(
      body.code,
      {
        algorithm: 'rsa',
        publicKey: body.public_key,
        permissions: [...PERMISSIONS],
        expiresAt: undefined,
      },
      now,
    )
    if (!key) throw usedUp()
    const { token } = await issueToken(store.tokenSecret, key, now)
    const world = live?.state().source ?? 'demo'
    return { api_key: key.apiKey, token, user: key.userName, world }
  },
}

const originsFor = (context: UserContext) => {
  const { origins } = offered(context.alerts)
  return {
    origins: origins.all(),
    added: origins.added(),
    may_change: mayChangeOrigins(context),
  }
}

/** Webhooks leave the machine of the service, so its owner decides there. */
const mayChangeOrigins = ({ isFromOwnMachine, caller: { key, permissions } }: UserContext) =>
  isFromOwnMachine === true &&
  key.userName === TRADER &&
  key.expiresAt === undefined &&
  PERMISSIONS.every((one) => permissions.includes(one))

/** Throws 403 for a key that expires, since the key of a browser that it pairs would stay. */
function checkLasting({ key }: Caller): void {
  if (key.expiresAt === undefined) return
  throw new Refusal('access_denied', 'A key that expires pairs no browser: its key would stay.')
}

const READ_FOR = {
  price: ['SMART_TRADES_READ'],
  stop_distance: ['SMART_TRADES_READ'],
  out_of_range: ['BOTS_READ'],
  drawdown: ['EXCHANGES_READ'],
  trade_events: ['SMART_TRADES_READ', 'BOTS_READ'],
} as const satisfies Record<AlertKind, readonly Permission[]>

function offered<T>(part: T | undefined): T {
  if (part === undefined) throw new Refusal('not_found', 'There is nothing at this path.')
  return part
}

/** Throws 400 for a range that begins after its end. */
function checkRange(
  fromName: string,
  from: Instant | undefined,
  toName: string,
  to: Instant | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return
  throw refused({ [fromName]: [`This must not be after ${toName}.`] })
}

const wrongSecret = (): Refusal =>
  new Refusal('webhook_secret_invalid', 'The secret is not the one of this bot.')

const untimely = (how: string): Refusal =>
  new Refusal('record_invalid', 'This alert is of another time.', { time: [`The alert ${how}.`] })

/** 192 bits in URL characters. */
const newSecret = (): string => toBase64(randomBytes(24)).replaceAll('+', '-').replaceAll('/', '_')

/** An unreadable key should not use up the code. */
async function assertPublicKey(pem: string): Promise<void> {
  try {
    await importPublicKey(pem)
  } catch (error) {
    if (!(error instanceof KeyProblem)) throw error
    throw new Refusal('record_invalid', 'The public key cannot be taken.', {
      public_key: [error.message],
    })
  }
}

const NO_BALANCE = 'The demo has its own balances.'

const usedUp = () =>
  new Refusal('forbidden', 'This pairing link was used already, or is older than ten minutes.')
