import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { ListedExchange } from '#contract/exchanges.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { AlertButton } from '#forms/alert-button.tsx'
import { useProblems } from '#forms/declared-form.tsx'
import { useExample } from '#forms/example.tsx'
import type { Place as PlaceWithMoney } from '#market/place-with-money.ts'
import { Price } from '#market/price.tsx'
import { useIsLive } from '#query/liveness.ts'
import { areFresh } from '#query/use-fresh-figures.ts'
import type { Decimal } from '#money/decimal.ts'
import { textOr } from '#money/format.ts'
import { joinPair } from '#trading/pair.ts'
import { takenCurrency } from '#trading/units-of-free.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { useDisplayPreferences, useNow } from '#ui/display-preferences.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { Percent } from '#ui/amount.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Popover } from '#ui/popover.tsx'
import { Age } from '#ui/time.tsx'

import { SavedList, useKeptByName } from '../saved-list.tsx'
import { exampleFields } from './example-fields.ts'
import { type DraftValues, ticketForm } from './fields.ts'
import { summaryOf } from './summary-words.ts'
import {
  type Ticket as TicketState,
  useDerivedTicket,
  useTicket,
  useTicketMarket,
} from './ticket-context.tsx'
import { ChoiceField } from './ticket-section.tsx'
import { marketViewOf } from './use-market.ts'

export const TypeChoice = () => (
  <ChoiceField
    at="type"
    isLabelHidden
    className="ml-2 max-w-full max-md:ml-0 max-sm:w-full max-sm:[&_fieldset>div]:grid max-sm:[&_fieldset>div]:grid-cols-3"
  />
)

export function useTicketExample({ form, account, choices }: TicketState, feeRate: Decimal) {
  const { areAmountsHidden } = useDisplayPreferences()
  const wanted = () => {
    const { type, account_id, pair } = form.getValues()
    return {
      kind: 'number' as const,
      accountAt: 'account_id',
      takes: takenCurrency(type),
      chosen: { account: account_id.trim(), pair: pair.trim() },
      isFit: (one: ListedExchange) => one.smart_trading_supported,
      noMoney:
        account_id !== '' || pair !== ''
          ? `Nothing was filled in: ${account?.name ?? 'this account'} has too little free for it. Choose another account or pair.`
          : 'Nothing was filled in: no account has enough free for it.',
      fields: ({ market: row, free, account: { market_type: marketType } }: PlaceWithMoney) =>
        exampleFields(
          form.getValues(),
          marketViewOf({ row, free, marketType, areAmountsHidden }, feeRate),
        ),
    }
  }
  return useExample(form, wanted, choices.type)
}

/** Saved plans. The ticket's account is kept, and its pair if chosen. */
export function TicketTemplates() {
  const { form } = useTicket()
  const { kept, keep, remove } = useKeptByName('ticket-templates', ticketForm.schema)
  const [isOpen, setOpen] = useState(false)
  const fill = (template: DraftValues) => {
    const { account_id, pair } = form.getValues()
    form.reset({ ...template, account_id, pair: textOr(pair, template.pair) })
    setOpen(false)
  }
  return (
    <Popover
      label="Templates"
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          Templates
          <ChevronDownIcon />
        </Chip>
      }
    >
      <SavedList
        noun="template"
        items={kept.map(({ name, value }) => ({
          name,
          way: (
            <button
              type="button"
              className="link touch max-w-full truncate"
              onClick={() => fill(value)}
            >
              {name}
            </button>
          ),
        }))}
        onRemove={remove}
        onSave={(name) => keep(name, { ...form.getValues(), account_id: '' })}
      />
    </Popover>
  )
}

export function LastPrice() {
  const { account, base, quote } = useTicket()
  const { view, dayChange, priceAt, isComing } = useTicketMarket()
  const isLive = useIsLive()
  const now = useNow() ?? 0
  if (!view.price) {
    return isComing && base !== '' && <Skeleton width={400} className="my-3 coarse:my-4.25" />
  }
  return (
    <span className="flex items-center gap-2 text-ink-2 max-sm:w-[calc(100vw-2rem)]">
      {base} last{' '}
      <span className="font-medium text-ink">
        <Price value={view.price} />
      </span>
      {dayChange && (
        <span className="@max-[20rem]/page:hidden">
          <Percent value={dayChange} signed />
        </span>
      )}
      <span className="text-caption text-ink-3 @max-[72rem]/page:hidden">
        {!(isLive && areFresh({ readAt: priceAt }, now)) && <Age at={priceAt} />}
      </span>
      <AlertButton
        size="small"
        label="Price alert"
        className="max-sm:-mr-3 max-sm:ml-auto"
        of={{
          kind: 'price',
          pair: joinPair({ quote, base }),
          exchange: account?.exchange,
          last: view.price,
        }}
      />
    </span>
  )
}

type TicketFooterProps = {
  formId: string
  reason: string | undefined
  /** Order with an unknown outcome that is the reason. */
  unknown: string | undefined
  onClear: () => void
}

/** Summary, missing fields and the send button. A phone shows the more useful of the first two. */
export function TicketFooter({ formId, reason, unknown, onClear }: TicketFooterProps) {
  const { values } = useDerivedTicket()
  const missing = ticketForm.stillToDo(useProblems().issues, values)
  const said = reason ?? missing
  return (
    <>
      <Summary isSecond={said !== undefined} />
      {said !== undefined && (
        <span className="ml-auto text-right text-caption text-ink-3 max-sm:ml-0 max-sm:min-w-0 max-sm:flex-1 max-sm:text-left">
          {said}{' '}
          {unknown !== undefined && (
            <Link to="/activity" search={{ intent: unknown }} className="link touch underline">
              See it in Activity
            </Link>
          )}
        </span>
      )}
      <Button
        look="quiet"
        onClick={onClear}
        className={`max-sm:hidden ${said === undefined ? 'ml-auto' : ''}`}
      >
        Clear
      </Button>
      <Button
        look="primary"
        size="large"
        type="submit"
        form={formId}
        className="max-sm:flex-none"
        aria-disabled={reason !== undefined}
      >
        Review trade
      </Button>
    </>
  )
}

function Summary({ isSecond }: { isSecond: boolean }) {
  const { base, quote } = useTicket()
  const { values, preview } = useDerivedTicket()
  const { areAmountsHidden } = useDisplayPreferences()
  const orderType = values.type.startsWith('simple') ? 'market' : values.position.order_type
  const isHeld = SHAPE_OF_TYPE[values.type].skip_enter_step
  const words = summaryOf(values.type, isHeld ? 'held' : orderType, preview, {
    base,
    quote,
    areAmountsHidden,
  })
  if (!words) return null
  return (
    <span
      className={`min-w-0 flex-1 text-large tabular-nums max-sm:text-caption ${isSecond ? 'max-sm:hidden' : ''}`}
    >
      <span className="font-medium">{words.deed}</span>{' '}
      <span className="text-ink-2">{words.consequence}</span>
    </span>
  )
}
