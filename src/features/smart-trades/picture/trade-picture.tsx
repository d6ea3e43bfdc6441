import { memo, useDeferredValue, useMemo } from 'react'

import { PriceChart } from '#charts/price-chart.tsx'
import type { PriceZone } from '#charts/price-data.ts'
import { listCandles } from '#contract/market.ts'
import { setInMotion } from '#forms/declared-form.tsx'
import { useFiguresSource } from '#market/figures-source.ts'
import { nudged, priceThere } from '#market/level-moves.ts'
import { usePriceHistory } from '#market/price-history.ts'
import { type Decimal, negate, toText } from '#money/decimal.ts'
import { formatAmount, formatMoney, formatPrice } from '#money/format.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { toSlashPair } from '#trading/pair.ts'
import { fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { EmptyPicture } from '#ui/empty.tsx'

import {
  type DerivedTicket,
  type Ticket,
  useDerivedTicket,
  useTicket,
  useTicketMarket,
} from '../ticket/ticket-context.tsx'
import { triggerOf } from '../ticket/draft.ts'
import type { DraftValues } from '../ticket/fields.ts'
import type { Market } from '../ticket/use-market.ts'
import {
  fieldOfLine,
  type LineField,
  linesOf,
  type PictureLine,
  type PictureWords,
  zonesOf,
} from './picture-lines.ts'

export function TradePicture({ hasExample }: { hasExample: boolean }) {
  // Deferred, so that a choice is shown without waiting for the picture.
  const ticket = useDeferredValue(useTicket())
  const derived = useDeferredValue(useDerivedTicket())
  const market = useDeferredValue(useTicketMarket())
  return (
    <section aria-label="Picture of the trade" className={`isolate min-w-0 ${PLACE}`}>
      <Picture {...{ ticket, market, derived, hasExample }} />
    </section>
  )
}

/** Beside the form if there is space, else above it, on a phone below. Its space is reserved. */
const PLACE =
  '[--picture-height:26rem] @min-[48rem]/page:order-first @min-[48rem]/page:min-h-96 @min-[48rem]/page:[--picture-height:18rem] @min-[61rem]/page:order-none @min-[61rem]/page:[--picture-height:27.5rem]'
const HEIGHT = 'var(--picture-height)'

type PictureProps = {
  ticket: Ticket
  market: Market
  derived: DerivedTicket
  hasExample: boolean
}

const Picture = memo(function Picture({ ticket, market, derived, hasExample }: PictureProps) {
  const { form, quote, edited } = ticket
  const { values, preview } = derived
  const { price: last, tick } = market.view
  const words = usePictureWords(derived, quote)
  const whyNot = useWhyNotOffered(listCandles)
  const lines = useMemo(() => {
    const trigger = triggerOf(values)
    return linesOf({ preview, last, trigger, words }).map((line): PictureLine => {
      const field = isUnmovable(line, values, edited) ? undefined : fieldOfLine(line, values)
      if (field === undefined) return line
      const { price, detail } = line
      return {
        ...line,
        move: {
          spoken: `${formatPrice(price)}${detail && `, ${detail}`}`,
          to: (place) => priceThere(price, place, tick),
          by: (key, from) => nudged(from, key, tick),
          onMove: (there) => setInMotion(() => put(form, field, there)),
          isAt: (there) =>
            (isTypedPrice(field) || form.getValues(`${field}.by`) === 'value') &&
            form.getValues(`${field}.value`) === toText(there),
        },
      }
    })
  }, [preview, last, tick, words, values, edited, form])
  const zones = useMemo(() => zonesOf(lines, preview), [lines, preview])
  return (
    <>
      <div className="mb-1 flex h-7 items-center justify-between gap-3 border-b border-hairline-2">
        <h2 className="font-semibold">Picture of the trade</h2>
        {lines.some(({ move }) => move) && (
          <span className="text-caption text-ink-3 max-sm:hidden">
            Drag a line or use arrow keys
          </span>
        )}
      </div>
      {lines.length > 0 ? (
        <PairPicture
          key={`${market.exchange} ${values.pair}`}
          exchange={market.exchange}
          account={ticket.account?.name ?? 'No account'}
          pair={values.pair.trim()}
          lines={lines}
          zones={zones}
        />
      ) : (
        <EmptyPicture height="sm:h-[calc(var(--picture-height)+5rem)]">
          {whatToDo(ticket, { hasExample, whyNot })}
        </EmptyPicture>
      )}
    </>
  )
})

type PairPictureProps = {
  exchange: string | undefined
  account: string
  pair: string
  lines: readonly PictureLine[]
  zones: readonly PriceZone[]
}

function PairPicture({ exchange, account, pair, lines, zones }: PairPictureProps) {
  const history = usePriceHistory({ pair, exchange })
  const source = useFiguresSource(account)
  return (
    <PriceChart
      name="picture of the trade"
      label="Prices of the trade"
      history={history}
      levels={lines}
      zones={zones}
      height={HEIGHT}
      file={{
        name: `trade-${fileWord(pair)}`,
        title: `Prices of the trade, ${toSlashPair(pair)}`,
        source,
      }}
    />
  )
}

/** Sets a line's price, also if it was typed as a distance. */
function put(form: Ticket['form'], field: LineField, price: Decimal): void {
  const typed = { shouldDirty: true, shouldTouch: true }
  if (!isTypedPrice(field) && form.getValues(`${field}.by`) !== 'value') {
    form.setValue(`${field}.by`, 'value', typed)
    form.setValue(`${field}.percent`, '', typed)
  }
  form.setValue(`${field}.value`, toText(price), typed)
}

/** Entry and filled targets of an existing trade cannot be moved. */
const isUnmovable = (
  { kind, index }: PictureLine,
  { take_profit: { steps } }: DraftValues,
  edited: Ticket['edited'],
): boolean =>
  edited !== undefined &&
  (kind === 'entry' ||
    kind === 'trigger' ||
    (kind === 'target' && edited.fixed.has(steps[index]?.step_id ?? '')))

/** Prices always typed as such; others may be typed as a distance from the entry. */
const isTypedPrice = (field: LineField): field is 'position.price' | 'position.conditional.price' =>
  field === 'position.price' || field === 'position.conditional.price'

function whatToDo(
  { choices }: Ticket,
  { hasExample, whyNot }: { hasExample: boolean; whyNot: string | undefined },
): string {
  const isChosen = choices.account_id !== '' && choices.pair !== ''
  if (isChosen) {
    return 'The service names no price for this pair. Type an entry price, and the trade is drawn here.'
  }
  const drawn =
    whyNot === undefined
      ? 'the price and its last day are drawn here, and your trade over them.'
      : `the price is drawn here, and your trade around it. ${whyNot}`
  return `Choose an account and a pair: ${drawn}${hasExample ? ' Or fill in an example.' : ''}`
}

function usePictureWords(
  { preview: { targets, stop }, values }: DerivedTicket,
  quote: string,
): PictureWords {
  const { areAmountsHidden } = useDisplayPreferences()
  return useMemo(() => {
    const result = (profit: Decimal | undefined) =>
      profit === undefined || areAmountsHidden
        ? ''
        : `, ${formatMoney(profit, quote, { signed: true })}`
    return {
      entry: entryWord(values),
      target(index) {
        const { trailing, volume, profit } = targets[index] ?? {}
        const follows = trailing === undefined ? '' : `trails ${formatAmount(trailing)}%, `
        return `${follows}${volume === undefined ? '—' : formatAmount(volume)}%${result(profit)}`
      },
      stop: `${stop?.orderType === 'limit' ? '' : 'market, '}100%${result(stop?.loss && negate(stop.loss))}`,
    }
  }, [targets, stop, values, quote, areAmountsHidden])
}

function entryWord({ type, position }: DraftValues): string {
  if (type === 'smart_sell' || type === 'smart_buy') return 'held'
  if (type.startsWith('simple')) return 'market'
  // A conditional limit entry also has a trigger.
  return position.order_type === 'conditional' && position.conditional.order_type === 'limit'
    ? 'limit'
    : position.order_type
}
