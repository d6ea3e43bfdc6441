import { useId } from 'react'
import { useController } from 'react-hook-form'

import { useProblems } from '#forms/declared-form.tsx'
import { Button } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { useLinkedPrice } from './linked-price-field.tsx'
import { useDerivedTicket, useTicket } from './ticket-context.ts'

type TargetRowProps = {
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** One target: its price or distance, how much of the position it closes, and what is wrong with it. */
export function TargetRow(props: TargetRowProps) {
  const { index, count, onRemove } = props
  const { form, choices } = useTicket()
  const { preview } = useDerivedTicket()
  const { errorAt } = useProblems()
  const messageId = useId()
  const name = `take_profit.steps.${index}` as const
  const what = `Target ${index + 1}`
  const target = preview.targets[index]
  const { sent, priceInput, percentInput } = useLinkedPrice({
    at: `${name}.price`,
    price: target?.price,
    percent: target?.percent,
  })
  const { field: volume } = useController({ control: form.control, name: `${name}.volume` })
  const priceError = errorAt(`${name}.price.value`, `${name}.price.percent`)
  const volumeError = errorAt(`${name}.volume`)
  const orderError = errorAt(`${name}.order_type`)
  const message = priceError ?? volumeError ?? orderError ?? sent
  const wiring = (error: string | undefined) => ({
    'aria-describedby': message === undefined ? undefined : messageId,
    'aria-invalid': error === undefined ? undefined : (true as const),
  })
  const hasOwnOrder = choices.take_profit.by === 'own'
  return (
    <div className="group/target mb-1.5" role="group" aria-label={what}>
      <div className="grid grid-cols-[1rem_minmax(0,1fr)_4.125rem_4.125rem] max-sm:grid-cols-[1rem_minmax(0,1fr)_5.25rem_4.75rem] items-center gap-1.5">
        <Place {...props} />
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
      {count > 1 && (
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

/** The target's number; with others beside it, what moves it among them or takes it out. */
function Place({ index, count, onMove, onRemove }: TargetRowProps) {
  if (count === 1) return <span className="text-ink-3">{index + 1}</span>
  return (
    <Menu
      label={`Target ${index + 1}`}
      trigger={
        <button
          type="button"
          aria-label={`Target ${index + 1}, move or remove`}
          title="Move or remove"
          className="touch -ml-1.5 flex h-6 w-6 items-center justify-center rounded-s text-ink-3 hover:bg-hover hover:text-ink"
        >
          {index + 1}
        </button>
      }
    >
      <MenuItem isOff={index === 0} onSelect={() => onMove(index - 1)}>
        Move up
      </MenuItem>
      <MenuItem isOff={index === count - 1} onSelect={() => onMove(index + 1)}>
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<CloseIcon size={14} />} onSelect={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  )
}
