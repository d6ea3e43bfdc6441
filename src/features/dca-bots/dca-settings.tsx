import type { ReactNode } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import type { Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Percent } from '#ui/percent.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

type Line = readonly [field: keyof DcaBot, term: string, value: (bot: DcaBot) => ReactNode]

const LINES: readonly Line[] = [
  ['base_order_size', 'Base order', (bot) => money(bot.base_order_size, bot)],
  ['safety_order_size', 'First safety order', (bot) => money(bot.safety_order_size, bot)],
  ['max_safety_orders', 'Safety orders', (bot) => told(bot.max_safety_orders)],
  ['price_deviation', 'First deviation', (bot) => <Percent value={bot.price_deviation} />],
  ['safety_order_step_scale', 'Step, times', (bot) => number(bot.safety_order_step_scale)],
  ['safety_order_volume_scale', 'Volume, times', (bot) => number(bot.safety_order_volume_scale)],
  ['start_order_type', 'Start order', (bot) => told(capital(bot.start_order_type))],
  ['start_condition', 'Start condition', (bot) => told(bot.start_condition)],
  ['max_active_trades', 'Deals at once', (bot) => told(bot.max_active_trades)],
  ['cooldown_between_trades', 'Pause between deals', (bot) => seconds(bot.cooldown_between_trades)],
  ['take_profit_pct', 'Take profit', (bot) => <Percent value={bot.take_profit_pct} />],
  [
    'tp_type',
    'Take profit counts from',
    (bot) => told(valueOfWord(TARGETS, bot.tp_type) ?? bot.tp_type),
  ],
  ['tp_trailing', 'Trails the target', (bot) => onOff(bot.tp_trailing)],
  ['tp_trailing_pct', 'Trails by', (bot) => unless(bot.tp_trailing, bot.tp_trailing_pct)],
  ['stop_loss_enabled', 'Stop loss', (bot) => onOff(bot.stop_loss_enabled)],
  [
    'stop_loss_pct',
    'Stops at a loss of',
    (bot) => unless(bot.stop_loss_enabled, bot.stop_loss_pct),
  ],
  ['sl_type', 'Stop loss does', (bot) => told(valueOfWord(STOPS, bot.sl_type) ?? bot.sl_type)],
  ['total_trades', 'Deals opened', (bot) => told(bot.total_trades?.toLocaleString('en-US'))],
  ['connection_id', 'Connection', (bot) => code(bot.connection_id)],
  ['id', 'Bot', (bot) => code(bot.id)],
  ['created_at', 'Created', (bot) => <Time at={bot.created_at} />],
  ['updated_at', 'Last changed', (bot) => <Time at={bot.updated_at} />],
]

const TARGETS: Readonly<Record<string, string>> = {
  percentage: 'The average price',
  base: 'The base order',
}
const STOPS: Readonly<Record<string, string>> = {
  stop_loss: 'Closes the deal',
  stop_loss_and_disable: 'Closes the deal and switches the bot off',
}

type DcaSettingsProps = {
  bot: DcaBot
  /** Those that are shown; every one without. */
  members?: readonly string[] | undefined
}

/** Every setting in plain words, with the service's own name of each. */
export function DcaSettings({ bot, members }: DcaSettingsProps) {
  const lines = LINES.filter(([field]) => members?.includes(field) ?? true)
  return (
    <Section title="Settings">
      <dl className="tabular-nums">
        {lines.map(([field, term, value]) => (
          <div key={field} className="flex min-h-6 items-baseline justify-between gap-4 py-0.5">
            <dt className="min-w-0 text-ink-2" title={field}>
              {term}
            </dt>
            <dd className="min-w-0 text-right wrap-anywhere">{value(bot)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const told = (value: string | number | undefined): ReactNode => value ?? <UnknownValue />

const capital = (word: string | undefined): string | undefined =>
  word && word.charAt(0).toUpperCase() + word.slice(1)

const money = (value: Decimal | undefined, { quote_currency: unit }: DcaBot): ReactNode => (
  <Amount value={value} minPlaces={2} unit={unit} />
)

const number = (value: Decimal | undefined): ReactNode => (
  <Amount value={value} isPrice minPlaces={2} />
)

const seconds = (value: number | undefined): ReactNode =>
  value === undefined ? <UnknownValue /> : formatSpan(value * 1_000)

const onOff = (value: boolean | undefined): ReactNode =>
  value === undefined ? <UnknownValue /> : value ? 'On' : <span className="text-ink-3">off</span>

/** A percent that counts only while its switch is on. */
const unless = (isOn: boolean | undefined, value: Decimal | undefined): ReactNode =>
  isOn === false ? <span className="text-ink-3">off</span> : <Percent value={value} />

const code = (value: string | undefined): ReactNode =>
  value === undefined ? (
    <UnknownValue />
  ) : (
    <span className="font-mono text-[0.75rem]/4.5 tracking-normal text-ink-2">{value}</span>
  )
