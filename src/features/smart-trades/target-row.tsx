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
    <div className="group/target mb-1.5" role="group" aria-label={what}>
      <div className="grid grid-cols-[1rem_minmax(0,1fr)_4.25rem_3.375rem] max-sm:grid-cols-[1rem_minmax(0,1fr)_5.25rem_4.75rem] items-center gap-1.5">
        <Place index={index} onRemove={onRemove} />
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} price`}
          isNumeric
          size="tall"
          frameClassName={TIGHT}
          {...priceInput}
        />
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} distance`}
          isNumeric
          size="tall"
          unit="%"
          frameClassName={TIGHT}
          {...percentInput}
        />
        <TextInput
          {...wiring(volumeError)}
          aria-label={`${what} volume`}
          isNumeric
          size="tall"
          unit="%"
          frameClassName={TIGHT}
          {...volume}
        />
      </div>
      {hasOwnOrder && (
        <div className="pt-1 pl-5.5">
          <Select
            aria-label={`${what} order`}
            {...form.register(`${name}.order_type`)}
            options={[
              { value: 'market', label: 'Market order' },
              { value: 'limit', label: 'Limit order' },
            ]}
            isChip
          />
        </div>
      )}
      {onRemove && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Remove target ${index + 1}`}
          onClick={onRemove}
          className="ml-4 sm:hidden"
        >
          <CloseIcon size={12} />
          Remove
        </Button>
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

/** Three inputs in a narrow column. */
const TIGHT = 'gap-1! px-1.5!'

/** The target's number, which turns into its removal under the pointer and the keyboard. */
function Place({ index, onRemove }: TargetRowProps) {
  if (!onRemove) return <span className="text-ink-3">{index + 1}</span>
  return (
    <span className="relative h-6 text-ink-3">
      <span className="absolute inset-0 flex items-center sm:group-focus-within/target:invisible sm:group-hover/target:invisible">
        {index + 1}
      </span>
      <button
        type="button"
        aria-label={`Remove target ${index + 1}`}
        title="Remove"
        onClick={onRemove}
        className="absolute inset-y-0 -left-1.5 flex w-6 items-center justify-center rounded-s opacity-0 hover:text-ink focus-visible:opacity-100 max-sm:hidden sm:group-focus-within/target:opacity-100 sm:group-hover/target:opacity-100"
      >
        <CloseIcon size={14} />
      </button>
    </span>
  )
}
