import { memo, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react'

import { listCandles } from '#contract/market.ts'
import { PAUSE, setInMotion } from '#forms/declared-form.tsx'
import { useFiguresSource } from '#market/figures-source.ts'
import { type Decimal, negate, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { formatMoney } from '#money/money-places.ts'
import { useWhyNotOffered } from '#query/why-not-offered.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import {
  type DerivedTicket,
  type Ticket,
  useDerivedTicket,
  useTicket,
} from '../ticket/ticket-context.tsx'
import { triggerOf } from '../ticket/draft.ts'
import type { DraftValues } from '../ticket/fields.ts'
import { PictureDrawing } from './picture-drawing.tsx'
import { fieldOfLine, type LineField } from './picture-moves.ts'
import { type PictureLine, type PictureWords, planPicture, type Scale } from './picture-plan.ts'

/** The trade on a price axis: entry, every target, the stop, break-even and the market. */
export function TradePicture({ hasExample }: { hasExample: boolean }) {
  // Drawn after a choice has been shown: nothing waits for the picture.
  const ticket = useDeferredValue(useTicket())
  const derived = useDeferredValue(useDerivedTicket())
  return (
    <section aria-label="Picture of the trade" className="isolate min-w-0">
      <Picture ticket={ticket} derived={derived} hasExample={hasExample} />
    </section>
  )
}

type PictureProps = { ticket: Ticket; derived: DerivedTicket; hasExample: boolean }

const Picture = memo(function Picture({ ticket, derived, hasExample }: PictureProps) {
  const { market, form, quote } = ticket
  const { values, preview } = derived
  const [held, setHeld] = useState<Scale>()
  const words = usePictureWords(derived, quote)
  const source = useFiguresSource(ticket.account?.name ?? 'No account')
  const trigger = triggerOf(values)
  const fieldAt = (line: PictureLine): LineField | undefined =>
    isUnmovable(line, values, ticket.edited) ? undefined : fieldOfLine(line, values)
  const plan = planPicture({ preview, market: market.view, trigger, words, held })
  const moveTo = (line: PictureLine, price: Decimal) => {
    const field = fieldAt(line)
    if (field === undefined) return
    const typed = { shouldDirty: true, shouldTouch: true }
    setInMotion(() => {
      if (isTypedPrice(field)) {
        form.setValue(`${field}.value`, toText(price), typed)
        return
      }
      if (form.getValues(`${field}.by`) !== 'value') {
        form.setValue(`${field}.by`, 'value', typed)
        form.setValue(`${field}.percent`, '', typed)
      }
      form.setValue(`${field}.value`, toText(price), typed)
    })
  }
  const isAt = (line: PictureLine, price: Decimal): boolean => {
    const field = fieldAt(line)
    if (field === undefined) return false
    const isByPrice = isTypedPrice(field) || form.getValues(`${field}.by`) === 'value'
    return isByPrice && form.getValues(`${field}.value`) === toText(price)
  }
  const whyNot = useWhyNotOffered(listCandles)
  /** A hand that lets go often takes the line again at once. */
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(release.current), [])
  return (
    <>
      <div className="mb-2.5 flex h-7 items-center justify-between gap-3 border-b border-hairline-2">
        <h2 className="font-semibold">Picture of the trade</h2>
        {plan?.lines.some((line) => fieldAt(line) !== undefined) && (
          <span className="text-caption text-ink-3 max-sm:hidden">
            Drag a line or use arrow keys
          </span>
        )}
      </div>
      {plan ? (
        <PictureDrawing
          plan={plan}
          last={market.view.price}
          pair={values.pair.trim()}
          exchange={market.exchange}
          source={source}
          isMovable={(line) => fieldAt(line) !== undefined}
          moves={{
            tick: market.view.tick,
            scale: plan.scale,
            onHold() {
              clearTimeout(release.current)
              if (held !== plan.scale) startTransition(() => setHeld(plan.scale))
            },
            onMove: moveTo,
            isAt,
            onRelease() {
              clearTimeout(release.current)
              release.current = setTimeout(startTransition, PAUSE, () => setHeld(undefined))
            },
          }}
        />
      ) : (
        <p className="max-w-80 py-2 text-ink-2">{whatToDo(ticket, { hasExample, whyNot })}</p>
      )}
    </>
  )
})

/** Of a trade that is changed the entry and the targets that are filled cannot be moved. */
const isUnmovable = (
  { kind, index }: PictureLine,
  { take_profit: { steps } }: DraftValues,
  edited: Ticket['edited'],
): boolean =>
  edited !== undefined &&
  (kind === 'entry' ||
    kind === 'trigger' ||
    (kind === 'target' && edited.fixed.has(steps[index]?.step_id ?? '')))

/** Prices that are typed as such; the others may be typed as a distance from the entry. */
const isTypedPrice = (field: LineField): field is 'position.price' | 'position.conditional.price' =>
  field === 'position.price' || field === 'position.conditional.price'

/** What has to be chosen or typed before there is something to draw. */
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

/** What is written at the lines of the picture. */
function usePictureWords(
  { preview: { targets, stop }, values }: DerivedTicket,
  quote: string,
): PictureWords {
  const { areAmountsHidden } = useDisplayPreferences()
  const result = (profit: Decimal | undefined) =>
    profit === undefined || areAmountsHidden
      ? ''
      : `, ${formatMoney(profit, quote, { signed: true })}`
  return {
    entry: `Entry, ${entryWord(values)}`,
    stop: stop?.orderType === 'limit' ? 'Stop trigger' : 'Stop, market',
    target: (index) => {
      const trailing = targets[index]?.trailing
      const name = targets.length === 1 ? 'Target' : `Target ${index + 1}`
      return trailing === undefined ? name : `${name}, trails ${formatAmount(trailing)}%`
    },
    targetDetail: (index) => {
      const { volume, profit } = targets[index] ?? {}
      return `${volume === undefined ? '—' : formatAmount(volume)}%${result(profit)}`
    },
    stopDetail: `100%${result(stop?.loss && negate(stop.loss))}`,
  }
}

function entryWord({ type, position }: DraftValues): string {
  if (type === 'smart_sell' || type === 'smart_buy') return 'held'
  if (type.startsWith('simple')) return 'market'
  // A conditional entry that runs at a limit has a trigger of its own beside it.
  return position.order_type === 'conditional' && position.conditional.order_type === 'limit'
    ? 'limit'
    : position.order_type
}
