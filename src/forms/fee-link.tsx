import { useState } from 'react'

import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isNegative,
  multiply,
  toText,
} from '#money/decimal.ts'
import { formatRate } from '#money/format.ts'
import { Popover } from '#ui/popover.tsx'

import { AmountInput } from './amount-input.tsx'
import { readAmount } from './amount-text.ts'

const RATE_PLACES = 8

function feeOf(typed: string): Decimal | undefined {
  const percent = readAmount(typed)
  return percent && !isNegative(percent) && compare(percent, HUNDRED) < 0 ? percent : undefined
}

/** Fee assumed by the figures beside it, because the API has none. */
export function FeeLink({ rate, onRate }: { rate: Decimal; onRate: (rate: Decimal) => void }) {
  const [text, setText] = useState(toText(multiply(rate, HUNDRED)))
  const type = (typed: string) => {
    setText(typed)
    const percent = feeOf(typed)
    if (percent) onRate(divide(percent, HUNDRED, RATE_PLACES, 'half-even'))
  }
  return (
    <>
      Fee assumed {formatRate(multiply(rate, HUNDRED))} per side.{' '}
      <Popover
        label="Fee assumed"
        trigger={
          <button type="button" className="link touch">
            Change
          </button>
        }
      >
        <AmountInput
          label="Fee per side"
          unit="%"
          value={text}
          onChange={type}
          hint="For the figures here. It is not sent."
          error={feeOf(text) ? undefined : 'Enter a percent from 0 to less than 100.'}
        />
      </Popover>
    </>
  )
}
