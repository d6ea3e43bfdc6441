import type { GridBot } from '#contract/grid-bots.ts'
import { type Decimal, placesOf } from '#money/decimal.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { FactList, type Facts } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'
import {
  asCount,
  asInstant,
  asOnOff,
  asSeconds,
  asText,
  asWord,
  asYesNo,
  SettingList,
  settingsOf,
} from '#ui/settings.tsx'

import { currenciesOf, STOP_ACTION_WORDS } from '../bot-facts.ts'

const setting = settingsOf<GridBot>()

type Look = {
  unit?: string | undefined
  currency?: string | undefined
  places?: number
  signed?: true
  isPrice?: true
}

const number = (value: Decimal, look: Look = {}) => (
  <Amount value={value} hasColour={false} glyph={false} {...look} />
)
const price = (value: Decimal, bot: GridBot) =>
  number(value, { unit: currenciesOf(bot).quote, isPrice: true })
const quote = (value: Decimal, bot: GridBot) => number(value, { unit: currenciesOf(bot).quote })
const result = (value: Decimal, bot: GridBot) =>
  number(value, { unit: currenciesOf(bot).quote, signed: true })
const percent = (value: Decimal) => <Percent value={value} signed glyph={false} hasColour={false} />

const STEP_PLACES = 8

/** A geometric step has no unit and may have very many digits. */
const step = (value: Decimal, bot: GridBot) =>
  number(value, {
    places: Math.min(STEP_PLACES, placesOf(value)),
    unit: bot.grid_type === 'arithmetic' ? currenciesOf(bot).quote : undefined,
    isPrice: true,
  })

/** Currency of "base" or "quote". */
const currencyAt = (bot: GridBot, side: string | undefined) =>
  side === 'base' || side === 'quote' ? currenciesOf(bot)[side] : undefined

const sided = (side: string, bot: GridBot) => currencyAt(bot, side) ?? asWord(SIDES)(side)
const SIDES = { base: 'Base currency', quote: 'Quote currency' }

const stopAction = asWord(STOP_ACTION_WORDS)

const GROUPS = {
  Grid: [
    setting('lower_price', 'Lower price', price),
    setting('upper_price', 'Upper price', price),
    setting('grids_quantity', 'Lines', asCount),
    setting('grid_type', 'Grid type', asWord()),
    setting('grid_price_step', 'Step', step),
    setting('quantity_per_grid', 'Quantity per line', (value, bot) =>
      number(value, { unit: currencyAt(bot, bot.order_currency_type) }),
    ),
    setting('order_currency_type', 'Quantity counted in', sided),
    setting('max_active_buy_lines', 'Buy lines at once', asCount),
    setting('max_active_sell_lines', 'Sell lines at once', asCount),
    setting('start_price', 'Start price', price, 'not started yet'),
    setting('current_price', 'Last price', price),
    setting('orderbook_price_currency', 'Prices counted in', asText),
  ],
  'Outside the range': [
    setting('trailing_up_enabled', 'Trailing up', asOnOff),
    setting('expansion_down_enabled', 'Extend range down', asOnOff),
    setting('expansion_down_stop_price', 'Extend range down to', price, 'not set'),
    setting('lower_stop_loss_enabled', 'Stop loss below', asOnOff),
    setting('lower_stop_loss_price', 'Price of the stop loss below', price, 'not set'),
    setting('lower_stop_loss_action', 'At the stop loss below', stopAction),
    setting('upper_stop_loss_enabled', 'Stop loss above', asOnOff),
    setting('upper_stop_loss_price', 'Price of the stop loss above', price, 'not set'),
    setting('upper_stop_loss_action', 'At the stop loss above', stopAction),
  ],
  Result: [
    setting('current_profit', 'Grid profit', (value, bot) =>
      number(value, { unit: currencyAt(bot, bot.profit_currency_type), signed: true }),
    ),
    setting(
      'current_profit_usd',
      'Grid profit in USD',
      (value) => number(value, { unit: 'USD', signed: true }),
      'unknown, no price in USD',
    ),
    setting('profit_percentage', 'Grid profit in percent', percent),
    setting('unrealized_profit_loss', 'Open', result),
    setting('current_profit_loss', 'Total profit', result, 'none while stopped'),
    setting(
      'current_profit_loss_percent',
      'Total profit in percent',
      percent,
      'none while stopped',
    ),
    setting('total_profits_count', 'Round trips', asCount),
    setting('profit_currency_type', 'Profit kept in', sided),
    setting('bought_volume', 'Bought volume', (value) => number(value)),
    setting('sold_volume', 'Sold volume', (value) => number(value)),
    setting('investment_base_currency', 'Invested, base side', quote),
    setting('investment_quote_currency', 'Invested, quote side', quote),
  ],
  Bot: [
    setting('id', 'Bot', asText),
    setting('name', 'Name', asText),
    setting('note', 'Note', asText),
    setting('pair', 'Pair', asText),
    setting('account_id', 'Account', asText),
    setting('account_name', 'Account name', asText),
    setting('is_enabled', 'Running', asYesNo),
    setting('editable', 'Can be edited', asYesNo),
    setting('strategy_type', 'Strategy', asWord()),
    setting('mode', 'Direction', asWord()),
    setting('running_seconds', 'Running time', asSeconds),
    setting('leverage_type', 'Leverage', asWord()),
    setting('leverage_custom_value', 'Leverage multiple', (value) => number(value)),
    setting('created_at', 'Created', asInstant),
    setting('updated_at', 'Last changed', asInstant),
  ],
}

export const GRID_SETTINGS = Object.values(GROUPS).flat()

const invested = (side: 'base' | 'quote') =>
  setting(
    `investment_${side}_currency`,
    (bot) => {
      const currency = currencyAt(bot, side)
      return currency === undefined ? `Invested, ${side} side` : `Invested in ${currency}`
    },
    (value, bot) =>
      number(value, { unit: currenciesOf(bot).quote, currency: currenciesOf(bot).quote }),
  )

const MAIN_FIELDS: readonly (keyof GridBot)[] = [
  'grid_type',
  'quantity_per_grid',
  'start_price',
  'investment_base_currency',
  'investment_quote_currency',
  'profit_currency_type',
  'trailing_up_enabled',
  'lower_stop_loss_price',
  'upper_stop_loss_price',
  'created_at',
]

/** Beside the ladder, the two sides of the investment are named by currency. */
const MAIN = MAIN_FIELDS.flatMap((field) =>
  [invested('base'), invested('quote'), ...GRID_SETTINGS]
    .filter((one) => one.field === field)
    .slice(0, 1),
)

export const mainSettings = (bot: GridBot): Facts =>
  Object.fromEntries(
    MAIN.map(({ term, value }) => [typeof term === 'string' ? term : term(bot), value(bot)]),
  )

export const MainSettings = ({ bot }: { bot: GridBot }) => (
  <Section title="Settings">
    <FactList of={mainSettings(bot)} isLined isTight className="border-t border-hairline-2" />
  </Section>
)

export const EverySetting = ({ bot }: { bot: GridBot }) => (
  <div className="gap-x-8 sm:columns-2 xl:columns-4">
    {Object.entries(GROUPS).map(([title, settings]) => (
      <section key={title} className="mb-4 break-inside-avoid">
        <h3 className="pb-1 text-caption text-ink-3">{title}</h3>
        <SettingList of={bot} settings={settings} hasFieldNames />
      </section>
    ))}
  </div>
)
