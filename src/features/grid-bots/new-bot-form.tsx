import type { Attributes } from '#contract/errors.ts'
import { AmountInput } from '#forms/amount-input.tsx'
import { formatAmount } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Field } from '#ui/field.tsx'
import { Presets } from '#ui/presets.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { type BotMarket, type NewBot, rangeAround } from './new-bot.ts'
import type { BotAccount } from './use-bot-market.ts'

type NewBotFormProps = {
  values: NewBot
  accounts: readonly BotAccount[]
  /** As the service writes them; `undefined` where it lists none. */
  pairs: readonly string[] | undefined
  /** Lists that are still to come: what would be typed without them has to wait. */
  areComing: { accounts: boolean; pairs: boolean }
  market: BotMarket
  /** By the member of the request, once it is to be shown. */
  errors: Attributes
  onChange: (change: Partial<NewBot>) => void
  onLeave: (field: string) => void
}

const TYPES = [
  { value: 'arithmetic', label: 'Arithmetic' },
  { value: 'geometric', label: 'Geometric' },
] as const

const AROUND = [
  { value: '5', label: '±5%' },
  { value: '10', label: '±10%' },
  { value: '20', label: '±20%' },
] as const

/** Everything a grid bot is made of. */
export function NewBotForm(props: NewBotFormProps) {
  const { values, accounts, pairs, areComing, market, errors, onChange, onLeave } = props
  const { base, quote } = splitPair(values.pair)
  const amount = (field: AmountField, label: string, unit: string, hint?: string) => (
    <AmountInput
      label={label}
      name={field}
      value={values[field]}
      unit={unit}
      hint={hint}
      size="medium"
      error={errors[field]?.[0]}
      onChange={(text) => onChange({ [field]: text })}
      onBlur={() => onLeave(field)}
    />
  )
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Account" error={errors['account_id']?.[0]}>
          {(wiring) => (
            <Select
              {...wiring}
              value={values.account}
              options={[
                { value: '', label: areComing.accounts ? 'Reading' : 'Choose an account' },
                ...accounts.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => onChange({ account: event.target.value })}
            />
          )}
        </Field>
        <Field label="Pair" error={errors['pair']?.[0]} hint={priceHint(market, quote)}>
          {(wiring) =>
            pairs || areComing.pairs ? (
              <Select
                {...wiring}
                value={values.pair}
                options={[
                  { value: '', label: areComing.pairs ? 'Reading' : 'Choose a pair' },
                  ...(pairs ?? []).map((pair) => ({ value: pair, label: toSlashPair(pair) })),
                ]}
                onChange={(event) => onChange({ pair: event.target.value })}
              />
            ) : (
              <TextInput
                {...wiring}
                placeholder="USDT_BTC"
                value={values.pair}
                onChange={(event) => onChange({ pair: event.target.value.trim() })}
              />
            )
          }
        </Field>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {amount('lower_price', 'Lower price', quote)}
        {amount('upper_price', 'Upper price', quote)}
        {market.price && (
          <div className="sm:col-span-2">
            <Presets
              label="Range around the last price"
              options={AROUND}
              onPick={(percent) => onChange(rangeAround(Number(percent), market) ?? {})}
            />
          </div>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Lines" error={errors['grids_quantity']?.[0]}>
          {(wiring) => (
            <TextInput
              {...wiring}
              isNumeric
              inputMode="numeric"
              value={values.grids_quantity}
              onChange={(event) => onChange({ grids_quantity: event.target.value })}
              onBlur={() => onLeave('grids_quantity')}
            />
          )}
        </Field>
        {amount('quantity_per_grid', 'Quantity a line', base, lotHint(market, base))}
      </div>
      <Segmented
        label="Grid type"
        isLabelVisible
        value={values.grid_type}
        options={TYPES}
        onChange={(grid_type) => onChange({ grid_type })}
      />
      <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
        <legend className="sr-only">Outside the range</legend>
        {amount('lower_stop_loss_price', 'Stop below, if any', quote, 'The bot stops there.')}
        {amount('upper_stop_loss_price', 'Stop above, if any', quote, 'The bot stops there.')}
        {amount('expansion_down_stop_price', 'Grow down to, if any', quote)}
        <div className="self-end">
          <Switch
            label="Range follows the price up"
            checked={values.trailing_up_enabled}
            onChange={(event) => onChange({ trailing_up_enabled: event.target.checked })}
          />
        </div>
      </fieldset>
      <Field label="Name" help="optional" error={errors['name']?.[0]}>
        {(wiring) => (
          <TextInput
            {...wiring}
            maxLength={100}
            value={values.name}
            placeholder={values.pair === '' ? undefined : `${toSlashPair(values.pair)} grid`}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

type AmountField =
  | 'lower_price'
  | 'upper_price'
  | 'quantity_per_grid'
  | 'lower_stop_loss_price'
  | 'upper_stop_loss_price'
  | 'expansion_down_stop_price'

const priceHint = ({ price }: BotMarket, quote: string): string | undefined =>
  price && `Last price ${formatAmount(price)} ${quote}`

const lotHint = ({ lot }: BotMarket, base: string): string | undefined =>
  lot && `In steps of ${formatAmount(lot)} ${base}`
