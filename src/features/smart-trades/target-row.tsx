import { useId } from 'react'
import { useController } from 'react-hook-form'

import { Button } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { useLinkedPrice } from './linked-price-field.tsx'
import { useTicket } from './ticket-context.ts'

type TargetRowProps = { index: number; onRemove: (() => void) | undefined }

/** One target: its price or distance, how much of the position it closes, and what is wrong with it. */
export function TargetRow({ index, onRemove }: TargetRowProps) {
  const { form, values, preview, errorAt } = useTicket()
  const messageId = useId()
  const name = `take_profit.steps.${index}` as const
  const what = `Target ${index + 1}`
  const target = preview.targets[index]
  const { sent, priceInput, percentInput } = useLinkedPrice({
    name: `${name}.price`,
    price: target?.price,
    percent: target?.percent,
  })
  const { field: volume } = useController({ control: form.control, name: `${name}.volume` })
  const priceError = errorAt(`${name}.price.value`, `${name}.price.percent`, `${name}.price`)
  const volumeError = errorAt(`${name}.volume`)
  const orderError = errorAt(`${name}.order_type`)
  const message = priceError ?? volumeError ?? orderError ?? sent
  const wiring = (error: string | undefined) => ({
    'aria-describedby': message === undefined ? undefined : messageId,
    'aria-invalid': error === undefined ? undefined : (true as const),
  })
  const hasOwnOrder = values.take_profit.by === 'own'
  return (
    <div className="group mb-1.5" role="group" aria-label={what}>
      <div className="grid grid-cols-[1rem_minmax(0,1fr)_4.25rem_3.875rem] items-center gap-1.5">
        <span className="text-ink-3">{index + 1}</span>
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} price`}
          {...priceInput}
          isNumeric
          size="tall"
        />
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} distance`}
          {...percentInput}
          isNumeric
          size="tall"
          unit={<PercentSign />}
          frameClassName="gap-1"
        />
        <TextInput
          {...wiring(volumeError)}
          aria-label={`${what} volume`}
          {...volume}
          isNumeric
          size="tall"
          unit={<PercentSign />}
          frameClassName="gap-1"
        />
      </div>
      {(hasOwnOrder || onRemove) && (
        <div className="flex items-center justify-between gap-2 pl-5.5">
          {hasOwnOrder ? (
            <Select
              aria-label={`${what} order`}
              {...form.register(`${name}.order_type`)}
              options={[
                { value: 'market', label: 'Market order' },
                { value: 'limit', label: 'Limit order' },
              ]}
              className="text-ink-2"
              isChip
            />
          ) : (
            <span />
          )}
          {onRemove && (
            <Button
              look="quiet"
              size="small"
              aria-label={`Remove target ${index + 1}`}
              onClick={onRemove}
              className="h-6! px-1.5! text-caption! max-sm:h-11!"
            >
              <CloseIcon size={12} />
              Remove
            </Button>
          )}
        </div>
      )}
      {message !== undefined && (
        <div className="pl-5.5">
          <FieldMessage
            id={messageId}
            isError={(priceError ?? volumeError ?? orderError) !== undefined}
          >
            {message}
          </FieldMessage>
        </div>
      )}
    </div>
  )
}

/** The unit without the fixed slot that wider fields give it. */
const PercentSign = () => <span className="-ml-1 inline-block w-2.5">%</span>
