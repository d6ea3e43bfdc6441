import { marketPriceOf } from '#contract/draft-rule.ts'
import { notableImpact } from '#contract/impact.ts'
import { present } from '#contract/read.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, negate, placesOf } from '#money/decimal.ts'
import { formatAmount, formatPercent, formatPrice, moneyPlaces } from '#money/format.ts'
import { placesThatAddUp } from '#money/places-that-add-up.ts'
import { splitPair } from '#trading/pair.ts'
import type { Preview, PreviewStop } from '#trading/smart-trade-preview.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'

import { whyNoOdds } from '../ticket/summary-words.ts'
import type { Market } from '../ticket/use-market.ts'
import { costTerm, entryWords } from './review-words.ts'

type ReviewFactsProps = { body: SmartTradeDraft; preview: Preview; market: Market }

/** A held position has no entry and is valued at the last price. */
const priceNow = ({ skip_enter_step: isHeld, position }: SmartTradeDraft, { view }: Market) =>
  marketPriceOf(isHeld ? undefined : position.type, view)

const NOW = { ask: 'Ask now', bid: 'Bid now', last: 'Last price' }

const NO_PRICE = 'The service names no price for this pair.'

export const ReviewFacts = (of: ReviewFactsProps) => (
  <SheetSection>
    <FactList of={entryFacts(of)} unknown={NO_PRICE} isLined />
  </SheetSection>
)

const strong = { hasUnitSlot: true, className: 'font-medium' }

export function entryFacts({ body, preview, market }: ReviewFactsProps): Facts {
  const { base, quote } = splitPair(body.pair)
  const { position, leverage } = body
  const { conditional, order_type: orderType } = position
  const isAtMarket = orderType === 'market' && !position.price?.value
  const now = isAtMarket ? priceNow(body, market) : undefined
  const impact = now && notableImpact(preview.units, market.view.book)
  const isTriggered = orderType === 'conditional'
  const price = (value: Decimal | undefined, isExact = true) => (
    <span className="font-medium">
      <Price isExact={isExact} value={value} unit={quote} />
    </span>
  )
  return {
    Units: <Amount value={position.units.value} unit={base} {...strong} />,
    [`Trigger, ${conditional?.price?.type ?? 'last'} price`]:
      isTriggered && price(conditional?.price?.value),
    [`${now ? NOW[now.type] : 'Price'}, ${entryWords(body)}`]:
      !(isTriggered && conditional?.order_type !== 'limit') &&
      price(isAtMarket ? now?.price : position.price?.value, !isAtMarket),
    'Price impact': impact && formatPercent(impact, { places: 2 }),
    [isAtMarket ? 'Total, about' : 'Total']: money(preview.total, quote, strong),
    Leverage: leverage?.enabled && `${leverage.value ?? 1} times, ${leverage.type ?? 'cross'}`,
    [costTerm(body, preview.needs?.currency)]: needed(preview.needs?.amount, body, preview),
    'Last price': (
      <>
        <Price value={market.view.price} unit={quote} />
        {market.priceAt !== undefined && (
          <span className="text-ink-3">
            , <Age at={market.priceAt} />
          </span>
        )}
      </>
    ),
    Note: body.note && <span className="whitespace-pre-line">{body.note}</span>,
  }
}

/** Amount in the currency that the order spends: base or quote. */
const needed = (amount: Decimal | undefined, { pair }: SmartTradeDraft, { needs }: Preview) =>
  money(amount, splitPair(pair)[needs?.currency ?? 'quote'], { hasUnitSlot: true })

const NO_RESULT = 'Known once there is an entry price.'

export function ReviewExits({ body, preview }: { body: SmartTradeDraft; preview: Preview }) {
  const { quote } = splitPair(body.pair)
  const { targets, stop, reward, riskReward } = preview
  const steps = body.take_profit?.steps ?? []
  if (targets.length === 0 && !stop) return null
  const profits = present(targets.map(({ profit }) => profit))
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
                Risk to reward, all targets
              </td>
              <td className="max-sm:hidden" />
              <Td isNumeric className="pr-3!">
                {riskReward ? (
                  `1 : ${formatAmount(riskReward, { places: 2 })}`
                ) : (
                  <UnknownValue reason={whyNoOdds(preview)} />
                )}
              </Td>
            </tr>
          </tfoot>
        )}
      </Table>
    </SheetSection>
  )
}

const stopName = ({ orderType, limit }: PreviewStop, sent: SentPrice | undefined): string =>
  !limit
    ? `Stop, ${orderType ?? 'market'}`
    : `Stop, limit at ${sent?.value ? formatAmount(limit) : formatPrice(limit)}${percentOf(sent)}`

/** Price in a request: a value with all digits, or a percentage of the entry. */
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
    <tr>
      <Td className="max-sm:whitespace-normal!">
        {name}
        {volume && <span className="sm:hidden">, {formatAmount(volume)}%</span>}
        {percentOf(sent)}
        {trailing && `, trails ${formatAmount(trailing)}%`}
      </Td>
      <Td isNumeric>
        <Price isExact={sent?.value !== undefined} value={price} reason={NO_RESULT} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent value={volume} places={volume && placesOf(volume)} />
      </Td>
      <Td isNumeric>
        <Amount value={result} signed places={places} reason={NO_RESULT} />
      </Td>
    </tr>
  )
}
