import type { DialectWords } from '../dialect.ts'

const ALERTS =
  '3Commas cannot store Quarterdeck alerts. This browser checks them while a tab is open.'

/** Reasons for unsupported endpoints. */
export const REASONS: Readonly<Record<string, string>> = {
  listCandles: '3Commas has no price history.',
  renewToken: '3Commas has no bearer token.',
  receiveSignal: 'Alerts are set up at 3Commas.',
  pairBrowser: 'Create the key at 3Commas.',
  listAlerts: ALERTS,
  getWebhookOrigins: ALERTS,
  changeWebhookOrigin: ALERTS,
  saveAlert: ALERTS,
  removeAlert: ALERTS,
  testWebhook: ALERTS,
  setMode: 'The mode of a 3Commas connection is fixed. Add another connection for the other mode.',
}

const PERMISSIONS: Readonly<Record<string, string>> = {
  EXCHANGES_READ: 'ACCOUNTS_READ',
  EXCHANGES_WRITE: 'ACCOUNTS_WRITE',
}

export const threeCommasWords: DialectWords = {
  keyHint: 'Create it at 3Commas under API: “system generated” is HMAC, “self-generated” is RSA.',
  pemHint:
    'PEM as 3Commas describes it (PKCS#1, BEGIN RSA PRIVATE KEY) or PKCS#8, at least 2048 bits.',
  addressHint: 'Filled in. For a relay on this computer, enter /public/api.',
  // Documents sign a body after “?” with HMAC, right after the path with RSA.
  forms: (kind) =>
    kind === 'rsa'
      ? { ofReads: ['path'], ofBodies: ['path', 'path?'] }
      : { ofReads: ['path?'], ofBodies: ['path?', 'path'] },
  permission: (name) => PERMISSIONS[name] ?? name,
  modeHint:
    'Fixed for this connection and sent with each request. For the other mode, add another connection.',
  whyNoClock: 'Not needed: 3Commas requests have no timestamp.',
  plan: {
    isRefusal: (description) => /subscription plan/i.test(description),
    allowed: 'Reading is allowed. The first order will show if orders are.',
    remedy: 'Change the plan at 3Commas. Some plans allow only reading, or no API access.',
  },
  causes: {
    401: ['If the key has an IP list, 3Commas refuses it from other addresses.'],
    429: ['3Commas allows 100 requests per minute, then blocks for 5 minutes.'],
    418: [
      '3Commas blocks this address for 2 minutes to 3 days. Further requests extend the block.',
    ],
  },
  hasLeverageOfExchange: true,
  // Documents have a distance for entry and targets, but none for the stop.
  stopTrailsAtItsDistance: true,
  ordersByHand:
    'Orders placed by hand at 3Commas or at the exchange are neither shown nor cancelled.',
  historyHint:
    'Joined from orders placed by hand, finished SmartTrades, finished deals and profits of grid bots, as far as the key may read them. A SmartTrade or deal is one row with entry, exit and its whole profit. 3Commas reports no fees here.',
  historyRows: 100,
  // A page of the joined history needs up to eight requests.
  readsMonths: false,
  // One request per exchange.
  listsPairsAtOnce: false,
  orders: [
    '3Commas has no Idempotency-Key: two equal orders are two orders. If the connection breaks before the response, the outcome is unknown. Quarterdeck then reads the list and never resends the order.',
    'A new bot needs two requests: create and start. If the second fails, the bot exists but does not run.',
  ],
  whyNot: REASONS,
}
