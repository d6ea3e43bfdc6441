import { PlaceFields } from '#forms/place-fields.tsx'
import { formatAmount } from '#money/format.ts'
import { splitPair, toSlashPair } from '#trading/pair.ts'
import { Field } from '#ui/field.tsx'
import { Presets } from '#ui/presets.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { type BotMarket, rangeAround } from './new-bot.ts'
import { NewBotAmount, type NewBotPart } from './new-bot-amount.tsx'
import { NewBotLimits } from './new-bot-limits.tsx'

type NewBotFormProps = NewBotPart & {
  accounts: readonly { id: string; name: string; isFutures?: boolean | undefined }[]
  /** As the service writes them; `undefined` where it lists none. */
  pairs: readonly string[] | undefined
  /** Lists that are still to come: what would be typed without them has to wait. */
  areComing: { accounts: boolean; pairs: boolean }
  market: BotMarket
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
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlaceFields
          account={values.account}
          accounts={accounts}
          accountError={errors['account_id']?.[0]}
          onAccount={(account) => onChange({ account })}
          pair={values.pair}
          pairs={pairs?.map((pair) => ({ value: pair, label: toSlashPair(pair) }))}
          pairLike="USDT_BTC"
          pairHint={priceHint(market, quote)}
          pairError={errors['pair']?.[0]}
          onPair={(pair) => onChange({ pair })}
          onPairLeft={() => onLeave('pair')}
          areComing={areComing}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <NewBotAmount part={props} field="lower_price" label="Lower price" unit={quote} />
        <NewBotAmount part={props} field="upper_price" label="Upper price" unit={quote} />
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
        <NewBotAmount
          part={props}
          field="quantity_per_grid"
          label="Quantity a line"
          unit={base}
          hint={lotHint(market, base)}
        />
      </div>
      <Segmented
        label="Grid type"
        isLabelVisible
        value={values.grid_type}
        options={TYPES}
        onChange={(grid_type) => onChange({ grid_type })}
      />
      <NewBotLimits part={props} isFutures={market.isFutures ?? false} />
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

const priceHint = ({ price }: BotMarket, quote: string): string | undefined =>
  price && `Last price ${formatAmount(price, { minPlaces: 2 })} ${quote}`

const lotHint = ({ lot }: BotMarket, base: string): string | undefined =>
  lot && `In steps of ${formatAmount(lot)} ${base}`
