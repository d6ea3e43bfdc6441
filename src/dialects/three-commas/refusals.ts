import { REFUSALS, type RefusalCode } from '#contract/errors.ts'

import type { Refusal, WireRequest } from '../dialect.ts'
import { type Json, objectOf, textOf } from './values.ts'

/** Seconds of a block, as documented: browsers can't read the response header. */
const BLOCK_SECONDS = 300
const BAN_SECONDS = 120
const SHORT_BLOCKS: readonly { line: RegExp; blocked: number }[] = [
  { line: /^GET \/v2\/smart_trades$/, blocked: 10 },
  { line: /^GET \/ver1\/deals(\/\d+\/show)?$/, blocked: 60 },
]

type Rule = {
  readonly status: readonly number[]
  /** Matches `error` and `error_description`, in lower case. */
  readonly says?: RegExp
  /** For reads only: after a write, the status leaves the outcome open. */
  readonly ofReads?: true
  readonly as: RefusalCode
  /** Keeps the status if the code allows several. */
  readonly keepsStatus?: true
  readonly explanation?: (asked: WireRequest) => string
  readonly attribute?: string
}

/** Refusals that the status alone proves; others need the service's message. */
const NEEDS_NO_MESSAGE: readonly RefusalCode[] = ['rate_limited', 'ip_banned']

/** The first match wins. */
const RULES: readonly Rule[] = [
  { status: [401], says: /signature/, as: 'signature_invalid' },
  { status: [401], as: 'api_key_invalid_or_expired' },
  {
    status: [403],
    says: /access_denied|not authorized for this action/,
    as: 'access_denied',
    explanation: (asked) => `At 3Commas the key needs the permission ${permissionOf(asked)}.`,
  },
  {
    status: [403],
    says: /not owned by current user/,
    as: 'forbidden',
    attribute: 'account_id',
    explanation: () => 'The account belongs to the other mode or to another user.',
  },
  { status: [403], says: /^forbidden/, as: 'unprocessable_entity' },
  { status: [400, 422], says: /^record_invalid/, as: 'record_invalid', keepsStatus: true },
  { status: [400, 404], says: /^(smart trade )?not[ _]found/, as: 'not_found' },
  { status: [404], as: 'not_found' },
  {
    status: [422],
    says: /^invalid_api_key/,
    as: 'unprocessable_entity',
    explanation: () => 'The exchange keys are invalid or expired. Update them at 3Commas.',
  },
  { status: [400, 422], as: 'unprocessable_entity' },
  {
    status: [429],
    says: /subscription plan/,
    as: 'access_denied',
    explanation: () => 'Your 3Commas plan does not allow this.',
  },
  {
    status: [429],
    as: 'rate_limited',
    explanation: (asked) => `3Commas accepts no requests for ${waitOf('rate_limited', asked)} s.`,
  },
  {
    status: [418],
    as: 'ip_banned',
    explanation: () =>
      '3Commas has banned this address for 2 minutes to 3 days. Further requests extend the ban.',
  },
  {
    status: [500],
    says: /^(grid_lines_not_marked|pair_not_supported)/,
    ofReads: true,
    as: 'unprocessable_entity',
  },
  { status: [500], as: 'internal_error' },
]

export function refusal(status: number, json: unknown, asked: WireRequest): Refusal {
  const { error, error_description, error_attributes } = objectOf(json)
  const said = sentenceOf(error, error_description)
  const words = [textOf(error), textOf(error_description)].join('\n').toLowerCase()
  const rule = RULES.find(
    (one) =>
      one.status.includes(status) &&
      (one.says?.test(words) ?? true) &&
      (one.ofReads !== true || asked.method === 'GET'),
  )
  // An error page of a proxy doesn't tell whether a write was executed.
  if (!rule || (said === undefined && !NEEDS_NO_MESSAGE.includes(rule.as))) return { status, json }
  const { as: code, attribute } = rule
  const attributes = {
    ...attributesOf(error_attributes, asked),
    ...(attribute !== undefined && said !== undefined && { [nameOf(attribute, asked)]: [said] }),
  }
  const explanation = rule.explanation?.(asked)
  const retryAfter = waitOf(code, asked)
  return {
    status: rule.keepsStatus ? status : REFUSALS[code],
    json: {
      error: code,
      error_description: said,
      ...(Object.keys(attributes).length > 0 && { error_attributes: attributes }),
    },
    ...(said === undefined && { isWordless: true }),
    ...(explanation !== undefined && { explanation }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

/** `error` is a code or a message; a description has more detail. */
const sentenceOf = (error: unknown, description: unknown): string | undefined =>
  textOf(description) || textOf(error) || undefined

function waitOf(code: RefusalCode, { method, path }: WireRequest): number | undefined {
  if (code === 'ip_banned') return BAN_SECONDS
  if (code !== 'rate_limited') return undefined
  return SHORT_BLOCKS.find(({ line }) => line.test(`${method} ${path}`))?.blocked ?? BLOCK_SECONDS
}

/** Returns 3Commas' name of the permission that a request needs. */
function permissionOf({ method, path }: WireRequest): string {
  const reads = method === 'GET' || /\/(account_table_data|load_balances)$/.test(path)
  if (/^\/ver1\/grid_bots\/\d+$/.test(path)) return 'BOTS_WRITE'
  const area = path.startsWith('/ver1/accounts')
    ? 'ACCOUNTS'
    : /^\/(v2\/smart_trades|ver1\/trades)/.test(path)
      ? 'SMART_TRADES'
      : 'BOTS'
  return `${area}_${reads ? 'READ' : 'WRITE'}`
}

/** Fields of a DCA bot in the contract. */
const DCA_BOT: Readonly<Record<string, string>> = {
  account_id: 'connection_id',
  pairs: 'pair',
  base_order_volume: 'base_order_size',
  safety_order_volume: 'safety_order_size',
  martingale_step_coefficient: 'safety_order_step_scale',
  martingale_volume_coefficient: 'safety_order_volume_scale',
  safety_order_step_percentage: 'price_deviation',
  max_active_deals: 'max_active_trades',
  cooldown: 'cooldown_between_trades',
  take_profit: 'take_profit_pct',
  take_profit_type: 'tp_type',
  trailing_enabled: 'tp_trailing',
  trailing_deviation: 'tp_trailing_pct',
  stop_loss_percentage: 'stop_loss_pct',
  stop_loss_type: 'sl_type',
  strategy_list: 'start_condition',
}

/** Names of virtual fields of a SmartTrade. */
const SMART_TRADE: Readonly<Record<string, readonly string[]>> = {
  units_to_buy: ['position.units.value'],
  units_to_sell: ['position.units.value'],
  total: ['position.units.value', 'position.price.value'],
  'position.total': ['position.units.value', 'position.price.value'],
}

const nameOf = (path: string, asked: WireRequest): string =>
  asked.path.startsWith('/ver1/bots') ? (DCA_BOT[path] ?? path) : path

/** Converts paths such as `a[b]`, or two paths joined by a comma, to dotted paths. */
function attributesOf(found: unknown, asked: WireRequest): Json {
  const isSmartTrade = asked.path.startsWith('/v2/smart_trades')
  const attributes: Record<string, string[]> = {}
  for (const [name, sentences] of Object.entries(objectOf(found))) {
    const said = [sentences].flat().filter((one): one is string => typeof one === 'string')
    const paths = name
      .split(',')
      .map((path) => path.trim().replaceAll('[', '.').replaceAll(']', ''))
      .flatMap((path) => (isSmartTrade && SMART_TRADE[path]) || [nameOf(path, asked)])
    for (const path of paths) attributes[path] = [...(attributes[path] ?? []), ...said]
  }
  return attributes
}
