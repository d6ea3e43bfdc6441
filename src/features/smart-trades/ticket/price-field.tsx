import { type ChangeEvent, memo, useCallback, useId, useState } from 'react'
import { useController } from 'react-hook-form'

import { readAmount, sentAs } from '#forms/amount-text.ts'
import { useProblems } from '#forms/declared-form.tsx'
import type { LinkedPathsOf } from '#forms/field-nodes.ts'
import { absolute, type Decimal, isNegative, isZero, toText } from '#money/decimal.ts'
import { formatAmount, formatPercent, formatPrice } from '#money/format.ts'
import { FieldMessage, messageWiring } from '#ui/field-message.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { distance } from '../distance.ts'
import { useDerivedTicket, useTicket, useTicketMarket } from './ticket-context.tsx'
import { ticketForm } from './fields.ts'
import { AmountField } from './ticket-section.tsx'

type PriceFieldProps = { at: 'position.price.value' | 'position.conditional.price.value' }

export function PriceField({ at }: PriceFieldProps) {
  const { form } = useTicket()
  const { values } = useDerivedTicket()
  const { view } = useTicketMarket()
  const given: [string, Decimal | undefined][] = [
    ['Bid', view.bid],
    ['Last', view.price],
    ['Ask', view.ask],
  ]
  const { price, conditional } = values.position
  const typed = at === 'position.price.value' ? price.value : conditional.price.value
  const away = distance(readAmount(typed), view.price)
  return (
    <div className="mb-3.5">
      <AmountField
        at={at}
        hint={awayWords(away)}
        help={
          <span className="flex gap-3">
            {given.map(
              ([word, price]) =>
                price && (
                  <button
                    key={word}
                    type="button"
                    className="link touch"
                    title={formatAmount(price)}
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
  if (!percent) return undefined
  if (isZero(percent)) return 'At the last price'
  return `${formatPercent(absolute(percent))} ${isNegative(percent) ? 'below' : 'above'} the last price`
}

type LinkedPriceFieldProps = {
  at: LinkedPathsOf<typeof ticketForm.tree>
  what: string
  /** Price of the typed value, shown in the other input. */
  price: Decimal | undefined
  percent: Decimal | undefined
  unit?: string | undefined
  hint?: string | undefined
}

/** Two inputs of one price. The one not typed in follows, unless it has the focus. */
export function useLinkedPrice({
  at,
  price,
  percent,
}: Pick<LinkedPriceFieldProps, 'at' | 'price' | 'percent'>) {
  const { form } = useTicket()
  const {
    field: { value, onChange: onValue, onBlur: onValueLeft, ref: valueRef },
  } = useController({ control: form.control, name: `${at}.value` })
  const {
    field: { value: share, onChange: onShare, onBlur: onShareLeft, ref: shareRef },
  } = useController({ control: form.control, name: `${at}.percent` })
  const {
    field: { value: by, onChange: onBy },
  } = useController({ control: form.control, name: `${at}.by` })
  const typePrice = useCallback(
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      onBy('value')
      onShare('')
      onValue(target.value)
    },
    [onBy, onShare, onValue],
  )
  const typePercent = useCallback(
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      onBy('percent')
      onValue('')
      onShare(target.value)
    },
    [onBy, onShare, onValue],
  )
  const isByPrice = by === 'value'
  const followingPrice = useHeld(price ? formatPrice(price) : '', onValueLeft)
  const followingPercent = useHeld(percent ? formatAmount(percent, { places: 2 }) : '', onShareLeft)
  return {
    /** Value to be sent, if it differs from the typed price. */
    sent: isByPrice ? sentAs(value) : sentPercent(share),
    priceInput: {
      name: `${at}.value`,
      ref: valueRef,
      value: isByPrice ? value : followingPrice.text,
      onFocus: followingPrice.hold,
      onBlur: followingPrice.leave,
      onChange: typePrice,
    },
    percentInput: {
      name: `${at}.percent`,
      ref: shareRef,
      value: isByPrice ? followingPercent.text : share,
      onFocus: followingPercent.hold,
      onBlur: followingPercent.leave,
      onChange: typePercent,
    },
  }
}

/** Keeps its text while focused, because a change would drop the selection. */
function useHeld(text: string, onLeft: () => void) {
  const [held, setHeld] = useState<string>()
  const hold = useCallback(() => setHeld(text), [text])
  const leave = useCallback(() => {
    setHeld(undefined)
    onLeft()
  }, [onLeft])
  return { text: held ?? text, hold, leave }
}

function sentPercent(text: string): string | undefined {
  const amount = readAmount(text)
  return amount && `Sent as ${toText(amount)}% from the entry`
}

export const LinkedPriceField = memo(function LinkedPriceField(props: LinkedPriceFieldProps) {
  const { at, what, unit, hint } = props
  const { errorAt } = useProblems()
  const { sent, priceInput, percentInput } = useLinkedPrice(props)
  const messageId = useId()
  const error = errorAt(`${at}.value`, `${at}.percent`)
  const wiring = messageWiring(messageId, error, sent ?? hint)
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_5.75rem]">
        <TextInput
          {...wiring}
          aria-label={`${what} price`}
          {...priceInput}
          isNumeric
          size="tall"
          join="right"
          unit={unit}
        />
        <TextInput
          {...wiring}
          aria-label={`${what} distance`}
          {...percentInput}
          isNumeric
          size="tall"
          join="left"
          unit="%"
        />
      </div>
      <FieldMessage id={messageId} error={error}>
        {sent ?? hint}
      </FieldMessage>
    </>
  )
})
