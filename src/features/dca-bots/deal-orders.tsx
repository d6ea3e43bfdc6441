import { Price } from '#market/price.tsx'
import { absolute, type Decimal, isZero, negate, ZERO } from '#money/decimal.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { plainChange } from '#ui/facts.tsx'
import { Section } from '#ui/page.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'

import { type DealEstimate, type DealPlan, estimatePlaces } from './ladder.ts'

type DealOrdersProps = { bot: DealPlan; estimate: DealEstimate; readAt: number }

export function DealOrders({ bot, estimate, readAt }: DealOrdersProps) {
  const isLong = bot.strategy !== 'Short'
  const isPriced = estimate.counted === 'price'
  const places = estimatePlaces(estimate)
  const { quote_currency: currency = '' } = bot
  const quote = currency === '' ? '' : `, ${currency}`
  const unit = isPriced ? quote : ''
  const leavesOut = bot.foreign_settings ? ', without the settings we cannot interpret' : ''
  const priceOf = (value: Decimal) =>
    isPriced ? <Price value={value} places={places} /> : <Percent value={value} />
  return (
    <Section
      title="Orders if a deal opened now"
      caption={
        isPriced ? (
          <>
            Estimate from the settings and a start price of{' '}
            <Price value={estimate.start} places={places} />, <Age at={readAt} />
            {leavesOut}
          </>
        ) : (
          `Estimate from the settings; no price is given, so prices are percent of the start${leavesOut}`
        )
      }
    >
      <div className="@container/orders">
        <Table
          caption="Orders of a deal, estimated"
          isTight
          rowHeight={estimate.steps.length > 12 ? 32 : 39}
        >
          <thead>
            <tr>
              <Th>Order</Th>
              <Th isNumeric className="@max-[26rem]/page:hidden">
                From start
              </Th>
              <Th isNumeric>
                Price<span className="max-sm:hidden">{unit}</span>
              </Th>
              <Th isNumeric>
                Size<span className="max-sm:hidden">{quote}</span>
              </Th>
              <Th isNumeric className="@max-[42rem]/orders:hidden">
                Spent so far
              </Th>
              <Th isNumeric className="@max-[34rem]/orders:hidden">
                Average price
              </Th>
              <Th isNumeric className="@max-[34rem]/orders:hidden">
                Target price
              </Th>
              <Th isNumeric>{isLong ? 'Rise needed' : 'Fall needed'}</Th>
            </tr>
          </thead>
          <tbody>
            {estimate.steps.map((step) => (
              <tr key={step.index}>
                <Td className={step.index === 0 ? 'font-medium' : undefined}>
                  <OrderName index={step.index} />
                </Td>
                <Td isNumeric className="text-ink-2 @max-[26rem]/page:hidden">
                  {plainChange(
                    isLong && !isZero(step.deviation) ? negate(step.deviation) : step.deviation,
                  )}
                </Td>
                <Td isNumeric className="font-medium">
                  {priceOf(step.price)}
                </Td>
                <Td isNumeric>
                  <Amount value={step.size} currency={currency} />
                </Td>
                <Td isNumeric className="@max-[42rem]/orders:hidden">
                  <Amount value={step.planned} currency={currency} />
                </Td>
                <Td isNumeric className="@max-[34rem]/orders:hidden">
                  {priceOf(step.average)}
                </Td>
                <Td isNumeric className="@max-[34rem]/orders:hidden">
                  {priceOf(step.takeProfit)}
                </Td>
                <Td isNumeric>
                  <Percent value={absolute(step.changeNeeded)} />
                </Td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <Td className="font-normal text-ink-2">
                {listedWords(estimate, (bot.max_safety_orders ?? 0) + 1)}
              </Td>
              <Td className="@max-[26rem]/page:hidden" />
              <Td />
              <Td isNumeric>
                <Amount value={estimate.steps.at(-1)?.planned ?? ZERO} currency={currency} />
              </Td>
              <Td className="@max-[42rem]/orders:hidden" />
              <Td colSpan={2} className="@max-[34rem]/orders:hidden" />
              <Td />
            </tr>
          </tfoot>
        </Table>
      </div>
    </Section>
  )
}

function listedWords({ steps, cut }: DealEstimate, planned: number): string {
  if (cut !== undefined) return `${steps.length} of ${planned} orders. ${cut}`
  return planned === 1 ? 'One order' : `All ${planned} orders`
}

/** Full name, or "Base, 1, 2 …" in a narrow space. */
function OrderName({ index }: { index: number }) {
  const [kind, name] = index === 0 ? ['', 'Base'] : ['Safety order ', index]
  return (
    <>
      <span className="max-sm:sr-only">{kind}</span>
      {name}
      {index === 0 && <span className="max-sm:sr-only"> order</span>}
    </>
  )
}
