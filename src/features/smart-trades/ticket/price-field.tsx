import { absolute, type Decimal, isNegative, isZero, toText } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'

import { AmountField, type AmountName } from './amount-field.tsx'
import { distance } from '../distance.ts'
import { useDerivedTicket, useTicket } from './ticket-context.ts'

type PriceFieldProps = { name: AmountName; label: string; hint?: string; also?: readonly string[] }

/** A price with links that type the market's own into it. */
export function PriceField({ name, label, hint, also }: PriceFieldProps) {
  const { form, market, quote } = useTicket()
  const { preview } = useDerivedTicket()
  const { view } = market
  const given: [string, Decimal | undefined][] = [
    ['Bid', view.bid],
    ['Last', view.price],
    ['Ask', view.ask],
  ]
  const away = distance(preview.entryPrice, view.price)
  return (
    <div className="mb-3.5">
      <AmountField
        name={name}
        label={label}
        unit={quote || undefined}
        also={also ?? []}
        hint={hint ?? awayWords(away)}
        help={
          <span className="flex gap-3">
            {given.map(([word, price]) =>
              price === undefined ? null : (
                <button
                  key={word}
                  type="button"
                  className="link touch"
                  title={toText(price)}
                  onClick={() =>
                    form.setValue(name, toText(price), {
                      shouldDirty: true,
                      shouldTouch: true,
                      shouldValidate: true,
                    })
                  }
                >
                  {word}
                </button>
              ),
            )}
          </span>
        }
      />
    </div>
  )
}

function awayWords(percent: Decimal | undefined): string | undefined {
  if (percent === undefined) return undefined
  if (isZero(percent)) return 'At the last price'
  return `${formatPercent(absolute(percent))} ${isNegative(percent) ? 'below' : 'above'} the last price`
}
