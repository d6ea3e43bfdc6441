import { Controller } from 'react-hook-form'

import { Segmented } from '#ui/segmented.tsx'

import { useTicket } from './ticket-context.ts'

type ExecutionChoiceProps = {
  name: 'position.conditional.order_type' | 'stop_loss.order_type'
  label: string
  className: string
}

/** Which order goes out once a trigger was met. */
export function ExecutionChoice({ name, label, className }: ExecutionChoiceProps) {
  const { form } = useTicket()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Segmented
          label={label}
          isLabelVisible
          size="tall"
          isFull
          value={field.value}
          options={EXECUTIONS}
          onChange={field.onChange}
          className={className}
        />
      )}
    />
  )
}

const EXECUTIONS = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
] as const
