import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { Price, pricePlaces } from '#market/price.tsx'
import { type Decimal, HUNDRED, negate, placesOf } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { splitPair } from '#trading/pair.ts'
import type { Preview, PreviewStop } from '#trading/smart-trade-preview.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

type ReviewExitsProps = { body: SmartTradeDraft; preview: Preview }

/** Every way out in absolute prices with its result. */
export function ReviewExits({ body, preview }: ReviewExitsProps) {
  const { quote } = splitPair(body.pair)
  const { targets, stop, reward, riskReward } = preview
  const steps = body.take_profit?.steps ?? []
  if (targets.length === 0 && !stop) return null
  const profits = targets.map(({ profit }) => profit).filter((profit) => profit !== undefined)
  const places = reward
    ? placesThatAddUp(profits, reward, moneyPlaces(quote, reward))
    : stop?.loss && moneyPlaces(quote, stop.loss)
  return (
    <SheetSection>
      <Table caption="Ways out" rowHeight={28}>
        <thead>
          <tr>
            <Th>Exit</Th>
            <Th isNumeric>Price</Th>
            <Th isNumeric className="max-sm:hidden">
              Volume
            </Th>
            <Th isNumeric className="pr-3!">
              Result, {quote}
            </Th>
          </tr>
        </thead>
        <tbody>
          {targets.map(({ orderType, price, volume, profit, trailing }, index) => (
            <ExitRow
              key={index}
              name={`Target ${index + 1}, ${orderType ?? 'market'}`}
              trailing={trailing}
              price={price}
              sent={steps[index]?.price}
              volume={volume}
              result={profit}
              places={places}
            />
          ))}
          {stop && (
            <ExitRow
              name={stopName(stop, body.stop_loss?.price)}
              trailing={stop.trailing}
              price={stop.trigger}
              sent={body.stop_loss?.conditional?.price}
              volume={HUNDRED}
              result={stop.loss && negate(stop.loss)}
              places={places}
            />
          )}
        </tbody>
        {targets.length > 0 && stop && (
          <tfoot>
            <tr>
              <td colSpan={2} className="font-normal! text-ink-2!">
                All targets against the stop
              </td>
              <td className="max-sm:hidden" />
              <Td isNumeric className="pr-3!">
                {riskReward ? `1 : ${formatAmount(riskReward, { places: 2 })}` : <UnknownValue />}
              </Td>
            </tr>
          </tfoot>
        )}
      </Table>
    </SheetSection>
  )
}

const stopName = ({ orderType, limit }: PreviewStop, sent: SentPrice | undefined): string =>
  limit === undefined
    ? `Stop, ${orderType ?? 'market'}`
    : `Stop, limit at ${formatAmount(limit, sent?.value ? {} : { places: pricePlaces(limit) })}${percentOf(sent)}`

/** A price of the request: a value, of which every digit is shown, or so many percent of the entry. */
type SentPrice = { value?: Decimal | undefined; percent?: Decimal | undefined }

const percentOf = (sent: SentPrice | undefined): string =>
  sent?.percent ? `, ${formatAmount(sent.percent)}% from the entry` : ''

type ExitRowProps = {
  name: string
  trailing: Decimal | undefined
  price: Decimal | undefined
  sent: SentPrice | undefined
  volume: Decimal | undefined
  result: Decimal | undefined
  places: number | undefined
}

function ExitRow({ name, trailing, price, sent, volume, result, places }: ExitRowProps) {
  return (
    <Tr>
      <Td className="max-sm:whitespace-normal!">
        {name}
        {volume && <span className="sm:hidden">, {formatAmount(volume)}%</span>}
        {percentOf(sent)}
        {trailing && `, trails ${formatAmount(trailing)}%`}
      </Td>
      <Td isNumeric>
        <Price
          isExact={sent?.value !== undefined}
          value={price}
          reason="It takes an entry price to work this out."
        />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent value={volume} places={volume && placesOf(volume)} />
      </Td>
      <Td isNumeric>
        <Amount value={result} signed places={places} />
      </Td>
    </Tr>
  )
}
