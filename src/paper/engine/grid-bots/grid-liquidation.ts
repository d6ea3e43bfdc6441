import {
  type Decimal,
  ONE,
  add,
  compare,
  divide,
  isPositive,
  isZero,
  roundToStep,
  subtract,
} from '#money/decimal.ts'
import { MAINTENANCE } from '#trading/liquidation.ts'

import { charge, debtorOf } from '../balances/loans.ts'
import { cancel, moveThreshold } from '../orders/place-orders.ts'
import { type World, instrumentOf } from '../world.ts'
import type { GridBotRecord } from './grid-bot-record.ts'
import { watch } from './grid-lines.ts'
import { heldMoney, heldUnits, pendingUnits } from './grid-profit.ts'

const PLACES = 18

/**
 * Price at which money and coins cover debt + 1 %: (owed ÷ 0.99 − money) ÷ coins; `undefined`
 * without a position. It moves with every line.
 */
function liquidationPrice(world: World, bot: GridBotRecord): Decimal | undefined {
  const units = heldUnits(bot)
  if (!bot.isEnabled || !bot.loan || !isPositive(units)) return undefined
  const owed = add(bot.loan.amount, bot.interest)
  const covered = divide(owed, subtract(ONE, MAINTENANCE), PLACES, 'up')
  const uncovered = subtract(covered, heldMoney(bot))
  if (!isPositive(uncovered)) return undefined
  return roundToStep(
    divide(uncovered, units, PLACES, 'up'),
    instrumentOf(world, bot.pair).tick,
    'up',
  )
}

export function watchLiquidation(world: World, bot: GridBotRecord): void {
  const price = liquidationPrice(world, bot)
  const order = bot.orders.find(({ owner }) => owner.role === 'liquidation')
  if (price && order?.trigger) {
    const isSame = compare(order.trigger.price, price) === 0
    if (!isSame) moveThreshold(world, order, { trigger: { ...order.trigger, price } })
  } else if (price) {
    watch(world, bot, 'liquidation', { price, direction: 'down' })
  } else if (order) {
    cancel(world, order)
  }
}

/** Charges funding for a grid's coins while it has a loan. */
export function accrueGrid(world: World, bot: GridBotRecord): void {
  if (!bot.loan) return
  const { amount } = bot.loan
  const charged = charge(world, debtorOf('grid_bot', bot), {
    direction: 'long',
    units: subtract(heldUnits(bot), pendingUnits(bot)),
    borrowed: () => amount,
  })
  if (isZero(charged)) return
  bot.interest = add(bot.interest, charged)
  watchLiquidation(world, bot)
  world.changes.touch('grid_bot', String(bot.id), () => bot)
}
