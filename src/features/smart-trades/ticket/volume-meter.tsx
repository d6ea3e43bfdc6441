import { readAmount } from '#forms/amount-text.ts'
import { useProblems } from '#forms/declared-form.tsx'
import { compare, HUNDRED, isPositive, subtract, sum, toNumber } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { FieldMessage } from '#ui/field-message.tsx'

import { useDerivedTicket } from './ticket-context.ts'

/** How much of the position the targets close together; it has to be all of it. */
export function VolumeMeter() {
  const { values } = useDerivedTicket()
  const { errorAt } = useProblems()
  const { steps } = values.take_profit
  const known = steps.map(({ volume }) => readAmount(volume)).filter((one) => one !== undefined)
  const total = sum(known)
  const derived = compare(total, HUNDRED)
  const error = errorAt('take_profit.steps')
  const missing = steps.findIndex(({ volume }) => volume.trim() === '')
  const words =
    derived === 0 && missing >= 0
      ? `Volumes sum to 100%, and target ${missing + 1} has none.`
      : derived === 0
        ? 'Volumes sum to 100%'
        : `Volumes sum to ${formatAmount(total)}%. ${formatAmount(
            derived < 0 ? subtract(HUNDRED, total) : subtract(total, HUNDRED),
          )}% is ${derived < 0 ? 'missing' : 'too much'}.`
  return (
    <div className="mb-3.5 pl-5.5">
      <div aria-hidden="true" className="flex h-1 gap-0.5">
        {known.map((volume, index) =>
          isPositive(volume) ? (
            <div
              key={index}
              className={derived > 0 ? 'bg-caution' : 'bg-accent'}
              style={{ flexGrow: toNumber(volume), flexBasis: 0 }}
            />
          ) : null,
        )}
        {derived < 0 && (
          <div
            className="bg-active"
            style={{
              flexGrow: toNumber(subtract(HUNDRED, total)),
              flexBasis: 0,
            }}
          />
        )}
      </div>
      <FieldMessage isError={error !== undefined}>
        {error === undefined || derived === 0
          ? (error ?? words)
          : `${error} They are ${formatAmount(total)} now.`}
      </FieldMessage>
    </div>
  )
}
