import { fieldsOf } from '#forms/fields.tsx'
import { absolute, type Decimal, isNegative, isZero, toText } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'

import { distance } from '../distance.ts'
import { ticketForm } from './fields.ts'
import { useDerivedTicket, useTicket } from './ticket-context.ts'

const { AmountField } = fieldsOf(ticketForm)

type PriceFieldProps = { at: 'position.price.value' | 'position.conditional.price.value' }

/** A price with links that type the market's own into it. */
export function PriceField({ at }: PriceFieldProps) {
  const { form, market } = useTicket()
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
        at={at}
        hint={awayWords(away)}
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
                    form.setValue(at, toText(price), {
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
