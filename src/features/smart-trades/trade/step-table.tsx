import { currenciesOf } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import type { Decimal } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { distance } from '../distance.ts'
import {
  entryOf,
  statusTitle,
  type Step,
  stepPrice,
  stepsOf,
  stopOf,
  type Trade,
} from '../trade-facts.ts'

/** Entry, targets and stop, one line each, with the service's own words for where they stand. */
export function StepTable({ trade }: { trade: Trade }) {
  const entry = entryOf(trade)
  const { position, stop_loss: stop } = trade
  const steps = stepsOf(trade)
  return (
    <Table caption="Entry and exits" rowHeight={28} className="mt-1">
      <thead>
        <tr>
          <Th>Step</Th>
          <Th isNumeric>Price</Th>
          <Th isNumeric>{currenciesOf(trade.pair).base ?? 'Units'}</Th>
          <Th isNumeric className="max-sm:hidden">
            From entry
          </Th>
          <Th isNumeric>Status</Th>
        </tr>
      </thead>
      <tbody>
        <StepLine
          name={trade.skip_enter_step ? 'Held position' : `Entry, ${position?.order_type ?? '—'}`}
          price={entry}
          units={position?.units?.value}
          status={statusTitle(position?.status)}
        />
        {steps.map((step, index) => (
          <StepLine
            key={step.id ?? index}
            name={`Target${steps.length === 1 ? '' : ` ${index + 1}`}`}
            detail={detailOf(step)}
            price={stepPrice(trade, step)}
            units={step.units?.value ?? undefined}
            entry={entry}
            percent={step.price?.percent ?? undefined}
            status={statusTitle(step.status)}
          />
        ))}
        {stop?.enabled && (
          <StepLine
            name={`Stop, ${stop.order_type ?? '—'}`}
            detail={stop.conditional?.trailing?.enabled ? 'trails' : undefined}
            price={stopOf(trade)}
            units={stop.units?.value ?? undefined}
            entry={entry}
            status={statusTitle(stop.status)}
          />
        )}
      </tbody>
    </Table>
  )
}

type StepLineProps = {
  name: string
  detail?: string | undefined
  price: Decimal | undefined
  units: Decimal | undefined
  /** Given where the distance from it means something. */
  entry?: Decimal | undefined
  percent?: Decimal | undefined
  status: string | undefined
}

function StepLine({ name, detail, price, units, entry, percent, status }: StepLineProps) {
  return (
    <Tr>
      <Td>
        <span className="first-letter:uppercase">{name}</span>
        {detail && <span className="text-ink-3">, {detail}</span>}
      </Td>
      <Td isNumeric>
        <Price value={price} />
      </Td>
      <Td isNumeric>
        <Amount value={units} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent value={percent ?? distance(price, entry)} signed glyph={false} hasColour={false} />
      </Td>
      <Td isNumeric>{status ?? <UnknownValue />}</Td>
    </Tr>
  )
}

function detailOf({ volume, trailing }: Step): string | undefined {
  const words = [
    volume === undefined ? undefined : `${formatAmount(volume)}%`,
    trailing?.enabled ? 'trails' : undefined,
  ].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : words.join(' ')
}
