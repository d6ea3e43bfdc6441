import { REFUSALS, type RefusalCode } from '#contract/errors.ts'

import type { Refusal, WireRequest } from '../dialect.ts'
import { type Json, objectOf, textOf } from './values.ts'

/** In seconds: how long 3Commas blocks after too many requests; it names no time that a page can read. */
const BLOCKED = 300
const BANNED = 120
const LINES: readonly { line: RegExp; blocked: number }[] = [
  { line: /^GET \/v2\/smart_trades$/, blocked: 10 },
  { line: /^GET \/ver1\/deals(\/\d+\/show)?$/, blocked: 60 },
]

type Rule = {
  readonly status: readonly number[]
  /** What `error` and its description say, in lower case. */
  readonly says?: RegExp
  /** Of reads alone: of a write the status leaves open whether it was done. */
  readonly ofReads?: true
  readonly as: RefusalCode
  /** Kept where the contract knows more than one for the code. */
  readonly keepsStatus?: true
  /** What it means and what to do about it. */
  readonly explanation?: (asked: WireRequest) => string
  readonly attribute?: string
}

/** Refusals that are certain without any text. */
const WORDLESS: readonly RefusalCode[] = ['rate_limited', 'ip_banned']

/** The first rule that fits counts. */
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
    explanation: () =>
      'The keys of the exchange have expired or are wrong. Enter them anew at 3Commas.',
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
    explanation: (asked) =>
      `3Commas takes no more requests for ${waitOf('rate_limited', asked)} s.`,
  },
  {
    status: [418],
    as: 'ip_banned',
    explanation: () =>
      '3Commas has banned this address, for 2 minutes to 3 days. Further requests make it longer.',
  },
  {
    status: [500],
    says: /^(grid_lines_not_marked|pair_not_supported)/,
    ofReads: true,
    as: 'unprocessable_entity',
  },
  { status: [500], as: 'internal_error' },
]

/** What an answer that is no success means, in the contract's words. */
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
  // The page of something that stands before 3Commas says nothing of what became of a write.
  if (!rule || (said === undefined && !WORDLESS.includes(rule.as))) return { status, json }
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

/** `error` is a code or a sentence; the description, where there is one, says more. */
const sentenceOf = (error: unknown, description: unknown): string | undefined =>
  textOf(description) || textOf(error) || undefined

function waitOf(code: RefusalCode, { method, path }: WireRequest): number | undefined {
  if (code === 'ip_banned') return BANNED
  if (code !== 'rate_limited') return undefined
  return LINES.find(({ line }) => line.test(`${method} ${path}`))?.blocked ?? BLOCKED
}

/** What 3Commas calls the permission that a request needs. */
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

/** What the contract calls a member of a DCA bot. */
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

/** Names that are those of no field of a SmartTrade. */
const SMART_TRADE: Readonly<Record<string, readonly string[]>> = {
  units_to_buy: ['position.units.value'],
  units_to_sell: ['position.units.value'],
  total: ['position.units.value', 'position.price.value'],
  'position.total': ['position.units.value', 'position.price.value'],
}

const nameOf = (path: string, asked: WireRequest): string =>
  asked.path.startsWith('/ver1/bots') ? (DCA_BOT[path] ?? path) : path

/** Sentences by dotted path; 3Commas writes brackets, and two paths as one name with a comma. */
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
