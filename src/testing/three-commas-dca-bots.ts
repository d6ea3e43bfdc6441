import {
  dcaRow,
  type DcaRow,
  dealRow,
  type DealRow,
  eventsOf,
  firstBots,
  STRATEGIES,
} from './three-commas-dca-bot-rows.ts'
import {
  accountOf,
  amountIn,
  type Asked,
  invalid,
  isAskedFor,
  isoOf,
  type Json,
  pageOf,
  Refused,
  type Route,
  sortedBy,
  textIn,
  withPoint,
} from './three-commas-world.ts'

export function dcaBotRoutes({ now, nextId }: { now: () => number; nextId: () => number }) {
  const rows = firstBots(now(), nextId)
  const deals = rows.flatMap((bot) => {
    const [pair = ''] = bot.pairs
    const over =
      bot.finished_deals_count === '0'
        ? []
        : [dealRow(nextId(), bot, pair, now() - 90_000_000, true)]
    if (!bot.is_enabled) return over
    bot.active_deals_count = 1
    return [...over, dealRow(nextId(), bot, pair, now() - 3_600_000, false)]
  })

  function found({ ids, mode }: Asked): DcaRow {
    const row = rows.find((one) => String(one.id) === ids[0])
    if (!row || accountOf(row.account_id)?.mode !== mode) throw new Refused(404, 'Not found')
    return row
  }

  const activeDeals = (bot: DcaRow): DealRow[] =>
    deals.filter((deal) => deal.bot_id === bot.id && !deal['finished?'])

  function created(body: Json): DcaRow {
    const account = accountOf(body['account_id'])
    if (!account) throw new Refused(404, 'not_found', 'Not Found')
    const needed = [
      'name',
      'pairs',
      'strategy_list',
      'base_order_volume',
      'safety_order_volume',
      'safety_order_step_percentage',
      'martingale_volume_coefficient',
      'martingale_step_coefficient',
      'max_safety_orders',
      'active_safety_orders_count',
      'take_profit_type',
    ]
    const missing = needed.filter((name) => body[name] === undefined || body[name] === '')
    if (missing.length > 0) {
      throw invalid(Object.fromEntries(missing.map((name) => [name, ['is missing']])))
    }
    if (account.locked !== null) throw new Refused(422, 'invalid_api_key', account.locked)
    const pairs = String(body['pairs']).split(',')
    if (pairs.length === 1 && Number(body['max_active_deals'] ?? 1) > 1) {
      throw invalid({ max_active_deals: ['must be equal to 1'] }, 422)
    }
    const known = new Set(Object.keys(dcaRow(0, { account, name: '', pairs, at: 0 })))
    const further = Object.entries(body).filter(([name]) => known.has(name) && name !== 'pairs')
    const amounts = further.map(([name, value]): [string, unknown] => {
      const amount = name.includes('count') || name.startsWith('max_') ? undefined : amountIn(value)
      return [name, amount === undefined ? value : name === 'cooldown' ? amount : withPoint(amount)]
    })
    return dcaRow(nextId(), {
      account,
      name: String(body['name']),
      pairs,
      at: now(),
      further: { ...Object.fromEntries(amounts), account_id: account.id },
    })
  }

  const switched = (asked: Asked, isEnabled: boolean): DcaRow => {
    const row = found(asked)
    row.is_enabled = isEnabled
    row.updated_at = isoOf(now())
    return row
  }

  const routes: Route[] = [
    {
      method: 'GET',
      path: /^\/ver1\/bots$/,
      permission: 'BOTS_READ',
      answer: ({ query, mode }) => {
        const scope = query.get('scope')
        if (scope !== null && scope !== 'enabled' && scope !== 'disabled') {
          throw invalid({ scope: ['does not have a valid value'] })
        }
        const kept = rows.filter(
          (row) =>
            accountOf(row.account_id)?.mode === mode &&
            (scope === null || row.is_enabled === (scope === 'enabled')) &&
            isAskedFor(query, 'account_id', row.account_id) &&
            isAskedFor(query, 'strategy', row.strategy),
        )
        const sorted = sortedBy(
          kept,
          (row) => (query.get('sort_by') === 'updated_at' ? row.updated_at : row.created_at),
          query.get('order_direction') ?? 'DESC',
        )
        const json = pageOf(sorted, query, { byDefault: 50, most: 100, style: 'limit' })
        return { status: 200, json }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/bots\/strategy_list$/,
      permission: 'BOTS_READ',
      answer: () => ({ status: 200, json: STRATEGIES }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/bots\/(\d+)\/show$/,
      permission: 'BOTS_READ',
      answer: (asked) => {
        const row = found(asked)
        return { status: 200, json: { ...row, active_deals: activeDeals(row) } }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/bots\/create_bot$/,
      permission: 'BOTS_WRITE',
      answer: ({ body }) => {
        const row = created(body)
        rows.push(row)
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/bots\/(\d+)\/enable$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => ({ status: 201, json: switched(asked, true) }),
    },
    {
      method: 'POST',
      path: /^\/ver1\/bots\/(\d+)\/disable$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => ({ status: 201, json: switched(asked, false) }),
    },
    {
      // Ends the deals and the bot.
      method: 'POST',
      path: /^\/ver1\/bots\/(\d+)\/panic_sell_all_deals$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => {
        const row = switched(asked, false)
        for (const deal of activeDeals(row)) {
          Object.assign(deal, { status: 'panic_sold', 'finished?': true, closed_at: isoOf(now()) })
        }
        row.active_deals_count = 0
        return { status: 201, json: row }
      },
    },
    {
      method: 'POST',
      path: /^\/ver1\/bots\/(\d+)\/start_new_deal$/,
      permission: 'BOTS_WRITE',
      answer: (asked) => {
        const row = found(asked)
        if (row.active_deals_count >= row.max_active_deals) {
          throw new Refused(422, 'unprocessable_entity', 'Max active deals reached')
        }
        if (!row.is_enabled && asked.body['only_for_enabled'] === true) {
          throw new Refused(422, 'unprocessable_entity', 'Bot is disabled')
        }
        row.is_enabled = true
        const given = textIn(asked.body, 'pair')
        if (given === undefined && row.pairs.length > 1)
          throw invalid({ pair: ['is missing'] }, 422)
        const pair = given ?? row.pairs[0] ?? ''
        const deal = dealRow(nextId(), row, pair, now(), false)
        deals.push(deal)
        row.active_deals_count += 1
        return { status: 201, json: deal }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/deals$/,
      permission: 'BOTS_READ',
      answer: ({ query, mode }) => {
        const scope = query.get('scope')
        const kept = deals.filter(
          (deal) =>
            accountOf(deal.account_id)?.mode === mode &&
            (scope === null || deal['finished?'] === (scope !== 'active')) &&
            isAskedFor(query, 'bot_id', deal.bot_id) &&
            isAskedFor(query, 'account_id', deal.account_id),
        )
        const sorted = sortedBy(
          kept,
          (deal) => (query.get('order') === 'closed_at' ? deal.closed_at : deal.created_at) ?? '',
          query.get('order_direction') ?? 'DESC',
        )
        const json = pageOf(sorted, query, { byDefault: 50, most: 1000, style: 'limit' })
        return { status: 200, json }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/deals\/(\d+)\/show$/,
      permission: 'BOTS_READ',
      answer: ({ ids: [id], mode }) => {
        const deal = deals.find((one) => String(one.id) === id)
        if (!deal || accountOf(deal.account_id)?.mode !== mode) throw new Refused(404, 'Not found')
        return { status: 200, json: { ...deal, bot_events: eventsOf(deal) } }
      },
    },
  ]
  return { rows, deals, routes }
}
