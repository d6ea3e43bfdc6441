import type { GridBot } from '#contract/grid-bots.ts'
import { HUNDRED, multiply, ONE, round, subtract } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'

import { currenciesOf, orderCurrency } from '../currencies.ts'

type LadderCaptionProps = { bot: GridBot; count: number; places: number }

/** How many lines, how far apart and how large. */
export function LadderCaption({ bot, count, places }: LadderCaptionProps) {
  const pair = currenciesOf(bot)
  const planned = bot.grids_quantity
  return (
    <>
      {planned !== undefined && planned !== count
        ? `${count} of ${planned} lines`
        : `${count} ${count === 1 ? 'line' : 'lines'}`}
      <Step bot={bot} unit={pair?.quote} places={places} />
      {bot.quantity_per_grid && (
        <>
          , <Amount value={bot.quantity_per_grid} unit={orderCurrency(bot)} /> each
        </>
      )}
    </>
  )
}

type StepProps = { bot: GridBot; unit: string | undefined; places: number }

/** A difference in price for an arithmetic grid, a ratio for a geometric one. */
function Step({ bot, unit, places }: StepProps) {
  const { grid_price_step: step, grid_type: type } = bot
  if (step === undefined) return null
  if (type === 'geometric') {
    const percent = multiply(subtract(step, ONE), HUNDRED)
    return (
      <>
        , step <Percent value={percent} />
      </>
    )
  }
  return type === 'arithmetic' ? (
    <>
      , step <Amount value={round(step, places, 'half-even')} isPrice minPlaces={2} unit={unit} />
    </>
  ) : null
}
