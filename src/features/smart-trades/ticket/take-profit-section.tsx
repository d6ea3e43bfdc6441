import { useId } from 'react'
import { useController, useFieldArray } from 'react-hook-form'

import { present } from '#contract/read.ts'
import { isBeingFilled } from '#contract/smart-trade-change.ts'
import { MAX_STEPS } from '#contract/take-profit-rules.ts'
import { readAmount } from '#forms/amount-text.ts'
import { useProblems } from '#forms/declared-form.tsx'
import {
  compare,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
  sum,
  toNumber,
  toText,
} from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { FieldMessage, messageWiring } from '#ui/field-message.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/menu.tsx'
import { optionsOf } from '#ui/options.ts'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { Step } from '../trade-facts.ts'
import { useDerivedTicket, useTicket } from './ticket-context.tsx'
import { emptyStep } from './fields.ts'
import { useLinkedPrice } from './price-field.tsx'
import { LineChoice, TicketLine, TicketSection, TrailingLine } from './ticket-section.tsx'

export function TakeProfitSection() {
  const { form, choices, quote, edited } = useTicket()
  const { take_profit } = choices
  const { fields, append, move, remove } = useFieldArray({
    control: form.control,
    name: 'take_profit.steps',
  })
  const lastIndex = fields.length - 1
  /** Current volumes, which may not be drawn here yet. */
  const volumesNow = () => form.getValues('take_profit.steps').map(({ volume }) => volume)
  const setVolumes = (shares: readonly string[] = []) => {
    // With filled targets, the trader divides the shares.
    if (edited && edited.fixed.size > 0) return
    for (const [index, share] of shares.entries()) {
      form.setValue(`take_profit.steps.${index}.volume`, share, {
        shouldDirty: true,
        shouldValidate: true,
      })
    }
  }
  return (
    <TicketSection title="Take profit" switchAt="take_profit.enabled" isOn={take_profit.enabled}>
      {fields.length > 0 && (
        <div aria-hidden="true" className={`${COLUMNS} mb-1 text-caption text-ink-2`}>
          <span />
          <span>Price{quote !== '' && `, ${quote}`}</span>
          <span>Distance</span>
          <span>Volume</span>
        </div>
      )}
      {fields.map((field, index) => (
        <TargetRow
          key={field.id}
          step={edited?.fixed.get(field.step_id)}
          index={index}
          count={fields.length}
          onMove={(to) => move(index, to)}
          onRemove={() => {
            const shares = sharesFor(fields.length - 1, volumesNow())
            remove(index)
            setVolumes(shares)
          }}
        />
      ))}
      <div className="mt-2 mb-2.5 flex justify-between pl-5.5">
        <button
          type="button"
          className="link min-h-6 aria-disabled:text-ink-3 aria-disabled:no-underline max-sm:min-h-11"
          aria-disabled={fields.length >= MAX_STEPS || undefined}
          title={fields.length >= MAX_STEPS ? `At most ${MAX_STEPS} targets.` : undefined}
          onClick={() => {
            if (fields.length >= MAX_STEPS) return
            const typed = volumesNow()
            const shares = sharesFor(fields.length + 1, typed)
            append(
              { ...emptyStep(), volume: restOf(typed) },
              { focusName: `take_profit.steps.${fields.length}.price.value` },
            )
            setVolumes(shares)
          }}
        >
          Add a target
        </button>
        <button
          type="button"
          className="link min-h-6 max-sm:min-h-11"
          onClick={() => setVolumes(evenShares(fields.length))}
        >
          Split evenly
        </button>
      </div>
      <VolumeMeter />
      <TicketLine>
        <LineChoice at="take_profit.by" />
      </TicketLine>
      <TicketLine>
        <LineChoice at="take_profit.price_type" />
      </TicketLine>
      <TrailingLine
        at="take_profit.trailing"
        detail={take_profit.trailing.enabled ? `target ${lastIndex + 1}` : undefined}
        isOn={take_profit.trailing.enabled}
      />
    </TicketSection>
  )
}

/** Place, price, distance and volume. */
const COLUMNS =
  'grid gap-1.5 grid-cols-[1rem_minmax(0,1fr)_4rem_4.25rem] max-sm:grid-cols-[1.5rem_minmax(0,1fr)_5rem_5.25rem]'

type TargetRowProps = {
  /** Unchanged target of an edited trade. */
  step: Step | undefined
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Target with price or distance, volume and errors. */
function TargetRow(props: TargetRowProps) {
  const { step, index } = props
  const { form, choices } = useTicket()
  const isFixed = step !== undefined
  const fixedWord = step && fixedWordOf(step)
  const { preview } = useDerivedTicket()
  const { errorAt } = useProblems()
  const messageId = useId()
  const name = `take_profit.steps.${index}` as const
  const what = `Target ${index + 1}`
  const target = preview.targets[index]
  const { sent, priceInput, percentInput } = useLinkedPrice({
    at: `${name}.price`,
    price: target?.price,
    percent: target?.percent,
  })
  const { field: volume } = useController({ control: form.control, name: `${name}.volume` })
  const priceError = errorAt(`${name}.price.value`, `${name}.price.percent`)
  const volumeError = errorAt(`${name}.volume`)
  const orderError = errorAt(`${name}.order_type`)
  const anyError = priceError ?? volumeError ?? orderError
  const wiring = (error: string | undefined) => messageWiring(messageId, error, anyError ?? sent)
  const hasOwnOrder = choices.take_profit.by === 'own'
  return (
    <fieldset
      className="group/target mb-1.5 min-w-0"
      aria-label={isFixed ? `${what}, ${fixedWord}` : what}
      disabled={isFixed}
    >
      <div className={`${COLUMNS} items-center`}>
        <Place {...props} />
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} price`}
          isNumeric
          size="tall"
          frameClassName={TIGHT}
          {...priceInput}
        />
        <TextInput
          {...wiring(priceError)}
          aria-label={`${what} distance`}
          isNumeric
          size="tall"
          unit="%"
          frameClassName={TIGHT}
          {...percentInput}
        />
        <TextInput
          {...wiring(volumeError)}
          aria-label={`${what} volume`}
          isNumeric
          size="tall"
          unit="%"
          frameClassName={TIGHT}
          {...volume}
        />
      </div>
      {hasOwnOrder && (
        <div className="pt-1 pl-5.5">
          <Select
            aria-label={`${what} order`}
            {...form.register(`${name}.order_type`)}
            options={optionsOf({ market: 'Market order', limit: 'Limit order' })}
            isChip
          />
        </div>
      )}
      <div className="pl-5.5">
        <FieldMessage id={messageId} error={anyError}>
          {sent}
        </FieldMessage>
      </div>
      {isFixed && (
        <p className="pl-5.5 text-caption text-ink-3">
          <span className="inline-block first-letter:uppercase">{fixedWord}</span>: it stays as it
          is.
        </p>
      )}
    </fieldset>
  )
}

function fixedWordOf(step: Step): string {
  if (isBeingFilled(step)) return 'being filled'
  const type = step.status?.type ?? ''
  if (type === 'cancelled' || type === 'pending_cancellation') return 'cancelled'
  if (type.startsWith('panic')) return 'closed at the market'
  return type === 'finished' || type === '' ? 'filled' : 'no longer open'
}

const TIGHT = 'gap-1! px-1.5!'

/** Number of the target, with buttons to move or remove it if there are several. */
function Place({ index, count, onMove, onRemove }: TargetRowProps) {
  if (count === 1) return <span className="text-ink-3">{index + 1}</span>
  return (
    <Menu
      label={`Target ${index + 1}`}
      trigger={
        <button
          type="button"
          aria-label={`Target ${index + 1}, move or remove`}
          title="Move or remove"
          className="touch -ml-1.5 flex h-6 w-6 items-center justify-center rounded-s text-ink-3 hover:bg-hover hover:text-ink max-sm:ml-0 max-sm:h-11 max-sm:inset-ring max-sm:inset-ring-hairline-2"
        >
          {index + 1}
        </button>
      }
    >
      <MenuItem isOff={index === 0} onSelect={() => onMove(index - 1)}>
        Move up
      </MenuItem>
      <MenuItem isOff={index === count - 1} onSelect={() => onMove(index + 1)}>
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<CloseIcon size={14} />} onSelect={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  )
}

function VolumeMeter() {
  const { values } = useDerivedTicket()
  const { errorAt } = useProblems()
  const { steps } = values.take_profit
  const known = present(steps.map(({ volume }) => readAmount(volume)))
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
      <FieldMessage
        error={
          error === undefined || derived === 0
            ? error
            : `${error} They are ${formatAmount(total)} now.`
        }
      >
        {words}
      </FieldMessage>
    </div>
  )
}

const SHARE_PLACES = 2

/** Equal parts of 100 with two decimals; the last takes the remainder. */
export function evenShares(count: number): string[] {
  if (count === 0) return []
  const share = divide(HUNDRED, fromNumber(count), SHARE_PLACES, 'down')
  const rest = subtract(HUNDRED, multiply(share, fromNumber(count - 1)))
  return Array.from({ length: count }, (_, index) => toText(index === count - 1 ? rest : share))
}

/** Remainder of 100 after the typed volumes; empty if none. */
function restOf(volumes: readonly string[]): string {
  const known = present(volumes.map((text) => readAmount(text)))
  const rest = subtract(HUNDRED, sum(known))
  return isPositive(rest) ? toText(rest) : ''
}

/** Volumes after adding or removing a target; `undefined` if the trader chose them. */
export function sharesFor(count: number, volumes: readonly string[]): string[] | undefined {
  const even = evenShares(volumes.length)
  const areEven = volumes.every((volume, index) => readText(volume) === even[index])
  return areEven ? evenShares(count) : undefined
}

const readText = (typed: string): string | undefined => {
  const amount = readAmount(typed)
  return amount && toText(amount)
}
