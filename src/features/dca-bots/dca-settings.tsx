import type { Decimal } from '#money/decimal.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { FactList } from '#ui/facts.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import {
  asCode,
  asCount,
  asInstant,
  asOnOff,
  asSeconds,
  asText,
  asWord,
  type Setting,
  SettingList,
  settingsOf,
} from '#ui/settings.tsx'

import type { DealPlan } from './ladder.ts'
import { foreignName, plainWords } from './words.ts'

const setting = settingsOf<DealPlan>()

const money = (value: Decimal, { quote_currency: unit }: DealPlan) => (
  <Amount value={value} minPlaces={2} unit={unit} />
)
const number = (value: Decimal) => <Amount value={value} isPrice minPlaces={2} />
const percent = (value: Decimal) => <Percent value={value} isRate />

const whileOn = (isOn: 'tp_trailing' | 'stop_loss_enabled', one: Setting<DealPlan>) => ({
  ...one,
  value: (bot: DealPlan) => (bot[isOn] ? one.value(bot) : <span className="text-ink-3">off</span>),
})

const orInWords = (one: Setting<DealPlan>): Setting<DealPlan> => ({
  ...one,
  value: (bot) => bot.in_words?.[one.field as keyof typeof bot.in_words] ?? one.value(bot),
})

const SETTINGS = [
  orInWords(setting('base_order_size', 'Base order', money)),
  orInWords(setting('safety_order_size', 'First safety order', money)),
  setting('max_safety_orders', 'Safety orders', asText),
  setting('price_deviation', 'First deviation', percent),
  setting('safety_order_step_scale', 'Step multiplier', number),
  setting('safety_order_volume_scale', 'Size multiplier', number),
  setting('start_order_type', 'Start order', asWord()),
  orInWords(setting('start_condition', 'Start condition', asText)),
  setting('max_active_trades', 'Maximum open deals', asText),
  setting('cooldown_between_trades', 'Pause between deals', asSeconds),
  orInWords(setting('take_profit_pct', 'Take profit', percent)),
  setting(
    'tp_type',
    'Take profit counts from',
    asWord({ percentage: 'The average price', base: 'The base order' }),
  ),
  setting('tp_trailing', 'Trailing take profit', asOnOff),
  whileOn('tp_trailing', setting('tp_trailing_pct', 'Trailing distance', percent)),
  setting('stop_loss_enabled', 'Stop loss', asOnOff),
  whileOn('stop_loss_enabled', orInWords(setting('stop_loss_pct', 'Stop loss at', percent))),
  setting(
    'sl_type',
    'Stop loss action',
    asWord({
      stop_loss: 'Stop loss, the bot keeps running',
      stop_loss_and_disable: 'Stop loss, then switch the bot off',
    }),
  ),
  setting('total_trades', 'Deals opened', asCount),
  setting('connection_id', 'Account', (id, bot) => bot.account_name ?? asCode(id)),
  setting('id', 'Bot', asCode),
  setting('created_at', 'Created', asInstant),
  setting('updated_at', 'Last changed', asInstant),
]

export const DcaSettings = ({ bot }: { bot: DealPlan }) => (
  <SettingList of={bot} settings={SETTINGS} />
)

export function InPlainWords({ bot }: { bot: DealPlan }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const sentences = plainWords(bot, (value) =>
    areAmountsHidden ? HIDDEN : formatAmount(value, { minPlaces: 2 }),
  )
  return (
    <section aria-label="What it does" className="min-w-0 pt-3">
      <h2 className="sr-only">What it does</h2>
      <p className="max-w-180 text-ink-2">{sentences.join(' ')}</p>
    </section>
  )
}

/** Settings of the service that affect the bot, but are in no figure or sentence here. */
export function ForeignSettings({ bot: { foreign_settings: settings = [] } }: { bot: DealPlan }) {
  if (settings.length === 0) return null
  return (
    <Section title="Settings we cannot interpret" className="pt-3">
      <Note tone="caution">
        The sentences, orders and funds on this page leave these settings out. The bot may trade
        differently.
      </Note>
      <FactList
        isLined
        isTight
        className="max-w-180 pt-1"
        rows={settings.map((one) => [foreignName(one), one.value])}
      />
    </Section>
  )
}
