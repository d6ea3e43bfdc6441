import {
  type Account,
  accountOf,
  ACCOUNTS,
  isoOf,
  type Json,
  lastPrice,
} from './three-commas-world.ts'

type Draft = {
  account: Account
  name: string
  pairs: readonly string[]
  at: number
  isEnabled?: boolean
  strategies?: readonly Json[]
  /** Members that differ from those of a plain bot. */
  further?: Json
}

export type DcaRow = ReturnType<typeof dcaRow>

const NONSTOP = { strategy: 'nonstop', options: {} }

export function dcaRow(id: number, draft: Draft) {
  const { account, pairs, strategies = [NONSTOP] } = draft
  return {
    id,
    account_id: account.id,
    is_enabled: draft.isEnabled ?? false,
    max_safety_orders: 3 as unknown,
    active_safety_orders_count: 2 as unknown,
    pairs,
    strategy_list: strategies,
    close_strategy_list: [] as readonly Json[],
    safety_strategy_list: [],
    max_active_deals: 1,
    active_deals_count: 0,
    'deletable?': true,
    created_at: isoOf(draft.at),
    updated_at: isoOf(draft.at + 60_000),
    trailing_enabled: null as boolean | null,
    tsl_enabled: false,
    deal_start_delay_seconds: null,
    stop_loss_timeout_enabled: false,
    stop_loss_timeout_in_seconds: 0,
    disable_after_deals_count: null,
    deals_counter: null,
    allowed_deals_on_same_pair: null,
    easy_form_supported: false,
    close_deals_timeout: null,
    url_secret: 'not-a-secret-of-anybody',
    take_profit_steps: [] as readonly Json[],
    name: draft.name,
    take_profit: '1.5' as string | null,
    min_profit_percentage: null,
    base_order_volume: '80.0',
    safety_order_volume: '30.0',
    safety_order_step_percentage: '1.0',
    take_profit_type: 'total',
    min_profit_type: null,
    type: pairs.length > 1 ? 'Bot::MultiBot' : 'Bot::SingleBot',
    martingale_volume_coefficient: '1.7',
    martingale_step_coefficient: '4.0',
    stop_loss_percentage: '22.0',
    cooldown: '300',
    btc_price_limit: '0.0',
    strategy: 'long',
    min_volume_btc_24h: '0.0',
    profit_currency: 'quote_currency',
    min_price: null,
    max_price: null,
    stop_loss_type: 'stop_loss',
    safety_order_volume_type: 'quote_currency',
    base_order_volume_type: 'quote_currency',
    account_name: account.name,
    trailing_deviation: '0.2',
    finished_deals_profit_usd: '0.0',
    finished_deals_count: '0',
    leverage_type: 'not_specified',
    leverage_custom_value: null,
    start_order_type: 'limit',
    active_deals_usd_profit: '0.0',
    reinvesting_percentage: null as string | null,
    risk_reduction_percentage: '0.0',
    reinvested_volume_usd: null,
    min_price_percentage: null,
    max_price_percentage: null,
    ...draft.further,
  }
}

export function firstBots(now: number, nextId: () => number): DcaRow[] {
  const [main, futures, , paper] = ACCOUNTS as [Account, Account, Account, Account]
  const at = (days: number) => now - days * 86_400_000
  const rsi = (points: string) => ({
    strategy: 'rsi',
    options: { time: '5m', points, time_period: '14', trigger_condition: 'less' },
  })
  const drafts: Draft[] = [
    {
      account: main,
      name: 'ETH/USDT classic',
      pairs: ['USDT_ETH'],
      at: at(1),
      isEnabled: true,
      further: { finished_deals_profit_usd: '4.12902028', finished_deals_count: '4' },
    },
    {
      account: main,
      name: 'Four coins by RSI',
      pairs: ['USDT_ETH', 'USDT_BTC', 'USDT_SOL', 'USDT_DOGE'],
      at: at(2),
      isEnabled: true,
      strategies: [rsi('30'), { strategy: 'trading_view', options: { time: '5m' } }],
      further: {
        max_active_deals: 3,
        base_order_volume_type: 'percent',
        base_order_volume: '2.0',
        take_profit: '0.0',
        close_strategy_list: [rsi('70')],
      },
    },
    {
      account: futures,
      name: 'Short in steps',
      pairs: ['USDT_BTCUSDT'],
      at: at(3),
      strategies: [{ strategy: 'manual' }],
      further: {
        strategy: 'short',
        take_profit: null,
        take_profit_steps: [
          { id: 0, amount_percentage: 50, profit_percentage: 10 },
          { id: 1, amount_percentage: 50, profit_percentage: 20 },
        ],
        leverage_type: 'isolated',
        leverage_custom_value: '3.0',
        base_order_volume_type: 'base_currency',
        base_order_volume: '0.002',
        stop_loss_type: 'stop_loss_and_disable_bot',
        finished_deals_profit_usd: '-12.5',
        finished_deals_count: '2',
      },
    },
    {
      account: main,
      name: 'By alerts',
      pairs: ['BTC_ETH'],
      at: at(4),
      strategies: [{ strategy: 'tv_custom_signal', options: {} }],
      further: {
        trailing_enabled: true,
        stop_loss_percentage: '0.0',
        reinvesting_percentage: '100.0',
        min_price: '0.035',
        safety_strategy_list: [rsi('20')],
      },
    },
    { account: paper, name: 'Paper DCA', pairs: ['USDT_ETH'], at: at(1), isEnabled: true },
  ]
  return drafts.map((draft) => dcaRow(nextId(), draft))
}

export type DealRow = ReturnType<typeof dealRow>

export function dealRow(id: number, bot: DcaRow, pair: string, at: number, isOver: boolean) {
  const [quote = '', base = ''] = pair.split('_')
  const price = lastPrice(pair)
  return {
    id,
    type: 'Deal',
    bot_id: bot.id,
    max_safety_orders: bot.max_safety_orders,
    deal_has_error: false,
    account_id: bot.account_id,
    active_safety_orders_count: bot.active_safety_orders_count,
    created_at: isoOf(at),
    updated_at: isoOf(at + 60_000),
    closed_at: isOver ? isoOf(at + 7_200_000) : null,
    'finished?': isOver,
    completed_safety_orders_count: 1,
    'cancellable?': !isOver,
    'panic_sellable?': !isOver,
    trailing_enabled: bot.trailing_enabled,
    pair,
    status: isOver ? 'completed' : 'bought',
    localized_status: isOver ? 'Completed' : 'Active',
    take_profit: bot.take_profit,
    take_profit_steps: bot.take_profit_steps,
    base_order_volume: bot.base_order_volume,
    safety_order_volume: bot.safety_order_volume,
    bought_amount: '0.0397',
    bought_volume: '116.484459091',
    bought_average_price: '2934.117357455919395465994962217',
    base_order_average_price: '2941.72879',
    sold_amount: isOver ? '0.0397' : '0.0',
    sold_volume: isOver ? '117.51' : '0.0',
    sold_average_price: isOver ? price : '0',
    take_profit_type: bot.take_profit_type,
    final_profit: isOver ? '1.03253259' : '-1.03253259',
    final_profit_percentage: isOver ? '0.88' : '0',
    usd_final_profit: isOver ? '1.03' : '-1.03',
    actual_profit: isOver ? null : '0.899717231',
    actual_usd_profit: isOver ? null : '0.899717231',
    profit_currency: 'quote_currency',
    from_currency: quote,
    to_currency: base,
    strategy: bot.strategy,
    error_message: null,
    note: null,
    bot_name: bot.name,
    account_name: bot.account_name,
    market_type: accountOf(bot.account_id)?.marketType ?? 'spot',
    current_price: price,
    take_profit_price: '2966.43',
    stop_loss_price: '2294.5484562',
    actual_profit_percentage: '0.87',
    orderbook_price_currency: quote,
  }
}

export const eventsOf = ({ created_at, pair }: DealRow) => {
  const at = (seconds: number) => isoOf(Date.parse(created_at) + seconds * 1000)
  const [quote = '', base = ''] = pair.split('_')
  // In no order, as the service gives them.
  return [
    { message: `Safety trade (1 out of 3) executed. Price: 2915.22 ${quote}`, created_at: at(300) },
    {
      message: `Placing base order. Price: 2939.22 ${quote} Size: 83.17 ${quote} (0.0283 ${base})`,
      created_at: at(1),
    },
    { message: `Base order executed.  Price: 2941.72 ${quote}.`, created_at: at(3) },
    { message: `🚀 Placing TakeProfit trade.  Price: 2966.43 ${quote}`, created_at: at(4) },
  ]
}

export const STRATEGIES = {
  manual: {
    strategy_type: 'signal',
    payed: false,
    beta: false,
    name: 'By hand or by the API',
  },
  tv_custom_signal: {
    strategy_type: 'signal',
    payed: false,
    beta: false,
    name: 'Custom signal of TradingView',
  },
  rsi: {
    name: 'RSI',
    payed: false,
    beta: false,
    strategy_type: 'indicator',
    options: {
      time: { '3m': '3 minutes', '5m': '5 minutes', '1h': '1 hour' },
      points: null,
      trigger_condition: { less: 'less', greater: 'greater' },
      time_period: null,
    },
    accounts_whitelist: ['Account::BinanceAccount', 'Account::PaperTradingAccount'],
  },
}
