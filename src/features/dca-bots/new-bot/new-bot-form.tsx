import { useState } from 'react'

import { START_CONDITIONS } from '#contract/dca-bots.ts'
import { readAmount } from '#forms/amount-text.ts'
import { useProblems } from '#forms/declared-form.tsx'
import { fieldsOf } from '#forms/fields.tsx'
import { compare } from '#money/decimal.ts'
import { formatPercent, textOr } from '#money/format.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatSpan } from '#ui/instant.ts'
import { Presets, SHARES } from '#ui/presets.tsx'

import { plainStart } from '../words.ts'
import { dcaBotForm, nameFor, type NewBot, type NewBotParts, placesSafetyOrders } from './fields.ts'
import { drawnDeal, meansOf } from './new-bot.ts'
import { useConditions } from './new-bot-preview.tsx'
import { PRESETS, type Risk, sizesFor, suggestionFor } from './suggestion.ts'

const { AmountField, ChoiceField, SelectField, SwitchField, TextField } = fieldsOf(dcaBotForm)

/** Required settings first, then those with useful defaults. */
export function NewBotForm(parts: NewBotParts) {
  const { values, place, placeFields } = parts
  const { account } = place
  const hasSafetyOrders = placesSafetyOrders(values)
  const { errorAt } = useProblems()
  const hasHiddenProblem = ADVANCED.some((field) => errorAt(field) !== undefined)
  return (
    <div className="grid content-start gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {placeFields}
        <ChoiceField at="strategy" />
        {account && account.marketType === undefined && !place.areComing.accounts && (
          <ChoiceField at="market_type" />
        )}
      </div>
      <Start values={values} />
      <fieldset className="grid gap-3 border-t border-hairline pt-3 min-[22.5rem]:grid-cols-2">
        <legend className="sr-only">Orders of a deal</legend>
        <RiskPresets {...parts} />
        <AmountField at="base_order_size" />
        <AmountField at="max_safety_orders" />
        <AmountField at="safety_order_size" isOff={!hasSafetyOrders} />
        <AmountField at="price_deviation" isOff={!hasSafetyOrders} />
        {values.connection_id !== '' && values.pair !== '' && <FreeShares {...parts} />}
      </fieldset>
      <fieldset className="grid gap-3 border-t border-hairline pt-3 min-[22.5rem]:grid-cols-2">
        <legend className="sr-only">Take profit and stop loss</legend>
        <AmountField at="take_profit_pct" />
        <SwitchField at="stop_loss_enabled" className="min-[22.5rem]:self-end" />
        {values.stop_loss_enabled && (
          <>
            <AmountField at="stop_loss_pct" hint={stopHint(parts)} />
            <SelectField at="sl_type" />
          </>
        )}
      </fieldset>
      <Disclosure
        title="Advanced settings"
        caption="multipliers, trailing, pauses, name"
        isOpenAtFirst={hasHiddenProblem || undefined}
        className="border-t border-hairline pt-2"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <AmountField at="safety_order_volume_scale" isOff={!hasSafetyOrders} />
          <AmountField at="safety_order_step_scale" isOff={!hasSafetyOrders} />
          <ChoiceField at="tp_type" />
          <ChoiceField at="start_order_type" />
          <SwitchField at="tp_trailing" className="sm:self-end" />
          {values.tp_trailing ? <AmountField at="tp_trailing_pct" /> : <span />}
          <AmountField at="max_active_trades" />
          <AmountField at="cooldown_between_trades" hint={spanOf(values.cooldown_between_trades)} />
          <TextField
            at="name"
            className="sm:col-span-2"
            placeholder={textOr(nameFor(values), undefined)}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** Collapsed fields: an error in one opens them. */
const ADVANCED = [
  'safety_order_volume_scale',
  'safety_order_step_scale',
  'tp_type',
  'start_order_type',
  'tp_trailing',
  'tp_trailing_pct',
  'max_active_trades',
  'cooldown_between_trades',
  'name',
] as const

const RISKS: readonly Risk[] = ['small', 'medium', 'large']

function FreeShares(parts: NewBotParts) {
  const means = meansOf(parts)
  const sizesAt = (share: string) => sizesFor(share, parts.values, means)
  const offered = SHARES.filter(({ value }) => !('cannot' in sizesAt(value)))
  const [least, most] = [sizesAt('25'), sizesAt('100')]
  return (
    <div className="grid min-h-12 content-start gap-1 min-[22.5rem]:col-span-2 coarse:min-h-17">
      {offered.length > 0 && (
        <Presets
          label="Share of the free balance for one deal"
          options={offered}
          onPick={(share) => {
            const sizes = sizesAt(share)
            if (!('cannot' in sizes)) parts.fill(sizes)
          }}
        />
      )}
      <p className="text-caption text-ink-3">
        {'cannot' in most
          ? most.cannot
          : 'Shares of the free balance for one deal: equal sizes of base and first safety order.'}
        {offered.length > 0 && 'cannot' in least && ` ${least.cannot}`}
      </p>
    </div>
  )
}

function RiskPresets(parts: NewBotParts) {
  const [said, setSaid] = useState<string>()
  const pick = (risk: Risk) => {
    const { label, percent, steps } = PRESETS[risk]
    const found = suggestionFor(risk, meansOf(parts))
    parts.fill('cannot' in found ? steps : found)
    setSaid(
      'cannot' in found
        ? `${label}: ${steps.max_safety_orders} safety orders. ${found.cannot}`
        : `${label}: about ${percent}% of the free balance for one deal, ${steps.max_safety_orders} safety orders, take profit ${steps.take_profit_pct}%.`,
    )
  }
  return (
    <div className="min-[22.5rem]:col-span-2">
      <Presets
        label="Risk"
        options={RISKS.map((risk) => ({ value: risk, label: PRESETS[risk].label }))}
        onPick={pick}
      />
      <p role="status" className="pt-1.5 text-caption text-ink-3">
        {said ?? 'Sets the orders below: 5%, 10% or 25% of the free balance for one deal.'}
      </p>
    </div>
  )
}

function Start({ values }: { values: NewBot }) {
  const listed = useConditions()
  const rowOf = (id: string) => listed?.find((each) => each.id === id)
  const offered = START_CONDITIONS.filter((id) => !listed || rowOf(id) !== undefined)
  const inWords = dcaBotForm.fieldAt('start_condition')?.options ?? []
  return (
    <div className="grid gap-3">
      <SelectField
        at="start_condition"
        options={inWords
          .filter(({ value }) => offered.some((id) => id === value))
          .map(({ value, label }) => ({ value, label: rowOf(value)?.name ?? label }))}
      />
      <p className="-mt-1.5 text-caption text-ink-3">
        {rowOf(values.start_condition)?.description ?? plainStart(values)}
      </p>
    </div>
  )
}

/** A stop loss above some safety orders means that they are never reached. */
function stopHint({ values, issues, place }: NewBotParts): string {
  const stop = readAmount(values.stop_loss_pct)
  const reach = drawnDeal(values, issues, place)?.estimate?.reach
  return stop && reach && compare(stop, reach) < 0
    ? `Before the last safety order, which is ${formatPercent(reach)} away`
    : 'From where the deal started'
}

const spanOf = (typed: string): string | undefined =>
  /^\d{2,8}$/.test(typed.trim()) && Number(typed) >= 60
    ? formatSpan(Number(typed) * 1_000)
    : undefined
