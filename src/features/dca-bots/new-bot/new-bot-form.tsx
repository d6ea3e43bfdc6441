import { PlaceFields } from '#forms/place-fields.tsx'
import type { Exchange } from '#market/exchanges.ts'
import { formatAmount } from '#money/format.ts'
import type { Decimal } from '#money/decimal.ts'
import { splitSlashPair } from '#trading/pair.ts'
import { Field } from '#ui/field.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { NewBotExits } from './new-bot-exits.tsx'
import { NewBotCount, type NewBotPart } from './new-bot-field.tsx'
import { NewBotOrders } from './new-bot-orders.tsx'
import { NewBotStart } from './new-bot-start.tsx'
import { nameFor } from './new-bot-values.ts'

type NewBotFormProps = NewBotPart & {
  accounts: readonly Exchange[]
  /** As DCA bots write them; `undefined` where the service lists none. */
  pairs: readonly string[] | undefined
  /** Lists that are still to come: what would be typed without them has to wait. */
  areComing: { accounts: boolean; pairs: boolean }
  price: Decimal | undefined
  reach: Decimal | undefined
}

const DIRECTIONS = [
  { value: 'Long', label: 'Long' },
  { value: 'Short', label: 'Short' },
] as const

const MARKETS = [
  { value: 'spot', label: 'Spot' },
  { value: 'futures', label: 'Futures' },
] as const

/** Everything a DCA bot is made of. */
export function NewBotForm(props: NewBotFormProps) {
  const { values, accounts, pairs, areComing, price, reach, errors, onChange, onLeave } = props
  const { quote } = splitSlashPair(values.pair)
  const account = accounts.find(({ id }) => id === values.connection_id)
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <PlaceFields
          account={values.connection_id}
          accounts={accounts}
          accountError={errors['connection_id']?.[0]}
          onAccount={(connection_id) => onChange({ connection_id })}
          pair={values.pair}
          pairs={pairs?.map((pair) => ({ value: pair, label: pair }))}
          pairLike="BTC/USDT"
          pairHint={price && `Last price ${formatAmount(price, { minPlaces: 2 })} ${quote}`}
          pairError={errors['pair']?.[0]}
          onPair={(pair) => onChange({ pair })}
          onPairLeft={() => onLeave('pair')}
          areComing={areComing}
        />
        <div>
          <Segmented
            label="Direction"
            isLabelVisible
            value={values.strategy}
            options={DIRECTIONS}
            onChange={(strategy) => onChange({ strategy })}
          />
          {errors['strategy'] && <FieldMessage isError>{errors['strategy'][0]}</FieldMessage>}
        </div>
        {account && account.marketType === undefined && (
          <div>
            <Segmented
              label="Market"
              isLabelVisible
              value={values.market_type}
              options={MARKETS}
              onChange={(market_type) => onChange({ market_type })}
            />
            {errors['market_type'] && (
              <FieldMessage isError>{errors['market_type'][0]}</FieldMessage>
            )}
          </div>
        )}
      </div>
      <NewBotStart part={props} />
      <NewBotOrders part={props} />
      <NewBotExits part={props} reach={reach} />
      <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
        <legend className="sr-only">Deals and name</legend>
        <NewBotCount part={props} field="max_active_trades" label="Deals at once" />
        <NewBotCount
          part={props}
          field="cooldown_between_trades"
          label="Pause between deals"
          unit="s"
          hint={spanOf(values.cooldown_between_trades)}
        />
        <Field label="Name" help="optional" error={errors['name']?.[0]} className="sm:col-span-2">
          {(wiring) => (
            <TextInput
              {...wiring}
              value={values.name}
              placeholder={nameFor(values) || undefined}
              onChange={(event) => onChange({ name: event.target.value })}
              onBlur={() => onLeave('name')}
            />
          )}
        </Field>
      </fieldset>
    </div>
  )
}

/** Seconds are read more easily as minutes and hours. */
const spanOf = (typed: string): string | undefined =>
  /^\d{2,8}$/.test(typed.trim()) && Number(typed) >= 60
    ? formatSpan(Number(typed) * 1_000)
    : undefined
