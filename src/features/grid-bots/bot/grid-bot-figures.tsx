import type { GridBot } from '#contract/grid-bots.ts'
import { Amount } from '#ui/amount.tsx'
import { KeyFigure, KeyFigures } from '#ui/key-figures.tsx'
import { Percent } from '#ui/percent.tsx'

import { RangePrices } from '../range-prices.tsx'
import { rangePosition, rangeWords } from '../range.ts'
import { gridResult } from '../result.ts'
import { bothSides } from '../stop/pending-words.ts'
import { pendingOrders } from './grid-lines.ts'

/** Six figures: the result in its two parts, what it is a share of, the range and the orders in it. */
export function GridBotFigures({ bot }: { bot: GridBot }) {
  const result = gridResult(bot)
  const { realised, realisedUnit, unrealised, total, unit, roi, roiOf, places } = result
  const position = rangePosition(bot)
  const orders = pendingOrders(bot)
  const trips = bot.total_profits_count
  return (
    <KeyFigures label="Key figures" className="max-sm:mt-2">
      <KeyFigure
        label="Total profit"
        value={<Amount value={total} signed places={places} unit={unit} glyphSize={10} />}
        detail="grid profit plus unrealised"
      />
      <KeyFigure
        label="Grid profit, realised"
        value={
          <Amount
            value={realised}
            signed
            places={result.realisedPlaces}
            unit={realisedUnit === unit ? undefined : realisedUnit}
            glyphSize={10}
          />
        }
        detail={
          realised && realisedUnit === undefined
            ? 'in a currency that is not told'
            : trips === undefined
              ? 'round trips not told'
              : `${trips.toLocaleString('en-US')} round ${trips === 1 ? 'trip' : 'trips'}`
        }
      />
      <KeyFigure
        label="Unrealised"
        value={<Amount value={unrealised} signed places={places} glyphSize={10} />}
        detail="on what it holds now"
      />
      <KeyFigure
        label="Return on investment"
        value={<Percent value={roi} signed />}
        detail={roiOf === 'total' ? 'of the total profit' : 'of the realised profit'}
      />
      <KeyFigure
        label="Range"
        value={<RangePrices bot={bot} />}
        detail={position ? `price ${rangeWords(position)}` : 'place of the price unknown'}
      />
      <KeyFigure
        label="Pending orders"
        value={orders ? orders.buys + orders.sells : '—'}
        detail={bothSides(orders)}
      />
    </KeyFigures>
  )
}
