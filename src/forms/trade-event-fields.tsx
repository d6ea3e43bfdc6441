import { type Alert, TRADE_EVENTS, type TradeEventKind } from '#contract/alerts.ts'
import type { Id } from '#contract/primitives.ts'
import { useAccounts } from '#market/accounts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

export const TRADE_EVENT_NAMES: Readonly<Record<TradeEventKind, string>> = {
  entry_filled: 'Entry filled',
  target_filled: 'Target filled',
  stop: 'Stop reached',
  closed: 'Trade closed',
  failed: 'Failed',
  bot_started: 'Bot started',
  bot_stopped: 'Bot stopped',
  out_of_range: 'Out of range',
  deal_opened: 'Deal opened',
  deal_closed: 'Deal closed',
  liquidation: 'Liquidated',
}

type Scope = Partial<Pick<Alert, 'trade_id' | 'bot_id' | 'dca_bot_id' | 'account_id'>>

const isSet = (id: Id | null | undefined): boolean => id !== undefined && id !== null

/** Events that a trade or bot can have. */
export const eventsIn = ({ trade_id, bot_id, dca_bot_id }: Scope): TradeEventKind[] =>
  TRADE_EVENTS.filter((kind) => {
    if (isSet(trade_id)) return !/^(bot|deal)_|range/.test(kind)
    if (isSet(bot_id)) return /^bot_|^stop$|range|liquidation/.test(kind)
    return dca_bot_id === undefined || !/^closed$|range/.test(kind)
  })

export type TradeEventsDraft = {
  scope: Scope
  events: readonly TradeEventKind[]
  with_amounts: boolean
}

type TradeEventFieldsProps = {
  draft: TradeEventsDraft
  onChange: (draft: TradeEventsDraft) => void
  fault: string | undefined
}

export function TradeEventFields({ draft, onChange, fault }: TradeEventFieldsProps) {
  const { scope, events, with_amounts } = draft
  const isOfOne = isSet(scope.trade_id ?? scope.bot_id ?? scope.dca_bot_id)
  const accounts = useAccounts({ isWanted: !isOfOne })
  return (
    <>
      {!isOfOne && (
        <Field label="Trades and bots of">
          {(wiring) => (
            <Select
              {...wiring}
              size="tall"
              value={String(scope.account_id ?? '')}
              options={[
                { value: '', label: 'All accounts' },
                ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={({ target: { value } }) =>
                onChange({
                  ...draft,
                  scope: { account_id: accounts.find(({ id }) => String(id) === value)?.id },
                })
              }
            />
          )}
        </Field>
      )}
      <fieldset>
        <legend className="text-ink-2">Events</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {eventsIn(scope).map((kind) => (
            <Checkbox
              key={kind}
              label={TRADE_EVENT_NAMES[kind]}
              checked={events.includes(kind)}
              onChange={({ target }) =>
                onChange({
                  ...draft,
                  events: target.checked
                    ? [...events, kind]
                    : events.filter((other) => other !== kind),
                })
              }
            />
          ))}
        </div>
        {fault !== undefined && <p className="text-caption text-failed">{fault}</p>}
      </fieldset>
      <Checkbox
        label="Include amounts, prices and profit"
        checked={with_amounts}
        onChange={({ target }) => onChange({ ...draft, with_amounts: target.checked })}
      />
    </>
  )
}
