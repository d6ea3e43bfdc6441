import { compare, type Decimal } from '#money/decimal.ts'

import { exactPriceOf } from './draft-rule.ts'
import type { Claim } from './endpoint.ts'
import type { Parts, ReadOf } from './read.ts'
import type { SmartTradeDraft } from './smart-trade-draft.ts'
import type { position, StopLoss, TakeProfitStep } from './smart-trade-parts.ts'

type Trade = {
  position: ReadOf<typeof position>
  take_profit: { steps: readonly TakeProfitStep[] }
  stop_loss: StopLoss
  leverage: { enabled: boolean; type?: string | undefined; value?: Decimal | undefined }
  note: string | undefined
  data: { average_enter_price_without_commission: Decimal | null | undefined }
  is_position_not_filled: boolean
}
type Draft = Parts<SmartTradeDraft>
type Exits = Pick<Draft, 'take_profit' | 'stop_loss' | 'note'>
type Price = { value?: Decimal | null | undefined; percent?: Decimal | null | undefined }
type Trailing = { enabled?: boolean | undefined; percent?: Decimal | null | undefined }

/** Compares targets, stop and note with the requested ones. */
export function exitClaims(
  trade: Trade,
  { take_profit: takeProfit, stop_loss: stop, note }: Exits,
  isFixed: (step: TakeProfitStep) => boolean = () => false,
): Claim[] {
  return [
    ...(takeProfit ? targetClaims(trade, takeProfit, isFixed) : []),
    ...(stop ? stopClaims(trade, stop) : []),
    // The service trims notes.
    ...(note === undefined ? [] : [['note', trade.note?.trim(), note.trim()] as const]),
  ]
}

/** Compares all settings of a new trade with the requested ones. */
export const tradeClaims = (trade: Trade, { body }: { body: Draft }): Claim[] => [
  ...entryClaims(trade, body),
  ...exitClaims(trade, body),
]

function entryClaims(
  { position: has, leverage, is_position_not_filled: isWaiting }: Trade,
  { position: asked, leverage: lever }: Draft,
): Claim[] {
  const trigger = asked?.conditional
  return [
    ['units', has.units.value, asked?.units?.value],
    ['entry order type', has.order_type, asked?.order_type],
    // A filled entry shows its fill price.
    ...(asked?.order_type === 'limit' && isWaiting
      ? [priceClaim('entry price', has.price, asked.price)]
      : []),
    ...(trigger
      ? [
          [
            'order type after the trigger',
            has.conditional?.order_type,
            trigger.order_type,
          ] as const,
          priceClaim('entry trigger', has.conditional?.price, trigger.price),
          ['entry triggered by', has.conditional?.price.type, trigger.price?.type] as const,
          ...trailingClaims('entry', has.conditional?.trailing, trigger.trailing),
        ]
      : []),
    ...(lever
      ? [
          ['leverage', leverage.enabled, lever.enabled] as const,
          ...(lever.enabled
            ? [
                ['margin', marginOf(leverage.type), lever.type] as const,
                ['leverage multiplier', leverage.value, textOf(lever.value)] as const,
              ]
            : []),
        ]
      : []),
  ]
}

/** `custom` is an older name for isolated margin. */
const marginOf = (type: string | undefined) => (type === 'custom' ? 'isolated' : type)

const textOf = (count: number | undefined) => (count === undefined ? undefined : String(count))

/** Compares by the member that was sent: value or percent. */
const priceClaim = (about: string, has: Price | undefined, asked: Price | undefined): Claim =>
  asked?.value === undefined
    ? [about, has?.percent ?? undefined, asked?.percent, '%']
    : [about, has?.value ?? undefined, asked.value]

function targetClaims(
  { take_profit: has }: Trade,
  asked: NonNullable<Exits['take_profit']>,
  isFixed: (step: TakeProfitStep) => boolean,
): Claim[] {
  const open = has.steps.filter((step) => !isFixed(step))
  if (!asked.enabled) return [['open targets', open.length, 0]]
  return [
    ['number of targets', has.steps.length, asked.steps?.length],
    ...(asked.steps ?? []).flatMap((step, index): Claim[] => {
      const now = has.steps[index]
      const name = `target ${index + 1}`
      return [
        [`volume of ${name}`, now?.volume, step.volume, '%'],
        priceClaim(name, now?.price, step.price),
        [`order type of ${name}`, now?.order_type, step.order_type],
        ...trailingClaims(name, now?.trailing, step.trailing),
      ]
    }),
  ]
}

const trailingClaims = (
  name: string,
  has: Trailing | undefined,
  asked: Trailing | undefined,
): Claim[] => [
  [`trailing of ${name}`, has?.enabled ?? false, asked?.enabled ?? false],
  ...(asked?.enabled && asked.percent !== undefined
    ? [[`trailing distance of ${name}`, has?.percent ?? undefined, asked.percent, '%'] as const]
    : []),
]

/** A trailing or break-even stop may already be nearer than requested. */
function triggerClaim(
  { position: has, data }: Trade,
  stands: Price | undefined,
  asked: Price | undefined,
  moves: boolean,
): Claim {
  const claim = priceClaim('stop', stands, asked)
  const isLong = has.type === 'buy'
  const entry = data.average_enter_price_without_commission ?? undefined
  const { value, percent } = asked ?? {}
  const wanted = exactPriceOf(
    { value: value ?? undefined, percent: percent ?? undefined },
    !isLong,
    entry,
  )
  const isNearer = stands?.value && wanted && compare(stands.value, wanted) === (isLong ? 1 : -1)
  return moves && isNearer ? [claim[0], wanted, wanted] : claim
}

function stopClaims(trade: Trade, asked: NonNullable<Exits['stop_loss']>): Claim[] {
  const { stop_loss: has } = trade
  if (!asked.enabled) return [['stop loss', has.enabled, false]]
  const isLimit = asked.order_type === 'limit'
  const { price, trailing } = asked.conditional ?? {}
  const hasTrigger = price?.value !== undefined || price?.percent !== undefined
  return [
    ['stop loss', has.enabled, true],
    ['stop order type', has.order_type, asked.order_type],
    triggerClaim(
      trade,
      has.conditional?.price,
      hasTrigger || isLimit ? price : asked.price,
      asked.breakeven === true || trailing?.enabled === true,
    ),
    ...(isLimit ? [priceClaim('stop limit', has.price, asked.price)] : []),
    ['break-even', has.breakeven ?? false, asked.breakeven ?? false],
    ...trailingClaims('stop', has.conditional?.trailing, trailing),
    ['stop delay', has.timeout?.enabled ?? false, asked.timeout?.enabled ?? false],
    ...(asked.timeout?.enabled
      ? [
          [
            'stop delay duration',
            has.timeout?.value ?? undefined,
            asked.timeout.value,
            's',
          ] as const,
        ]
      : []),
  ]
}
