import { readAmount, readWhole } from '#forms/amount-text.ts'
import { setUpPage } from '#forms/set-up-page.tsx'
import { toText } from '#money/decimal.ts'
import { exampleGrid } from '#trading/example-grid.ts'
import { BackLink } from '#ui/page.tsx'

import { createBot } from './create-bot.tsx'
import { gridBotForm, withActionsOf } from './fields.ts'
import { judgeNewBot } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'

export const NewBotPage = setUpPage({
  noun: 'grid bot',
  back: <BackLink to="/grid-bots" page="Grid bots" />,
  elsewhere:
    'A bot that is made elsewhere appears among the grid bots, or is followed there by its id.',
  keptAs: 'grid-bot',
  form: gridBotForm,
  place: { kind: 'number', account: 'account' },
  offered: withActionsOf,
  judge: judgeNewBot,
  fields: NewBotForm,
  preview: NewBotPreview,
  create: createBot,
  example: {
    noMoney: 'No spot account here has money for this pair.',
    isFit: ({ market_type: type }) => type === 'spot',
    fields({ market, free }, values) {
      const { last: price, ask, depth, impact, tick, lot, min_total: minTotal } = market
      const isLinesGiven = values.grids_quantity !== gridBotForm.empty().grids_quantity
      const example = exampleGrid(
        { price, ask, depth, impact, tick, lot, minTotal, isFutures: false, free },
        {
          lower: readAmount(values.lower_price),
          upper: readAmount(values.upper_price),
          lines: isLinesGiven ? readWhole(values.grids_quantity) : undefined,
        },
      )
      if ('cannot' in example) return example
      const { lower, upper, grids_quantity: lines, quantity } = example
      return [
        { name: 'lower price', at: 'lower_price', value: toText(lower) },
        { name: 'upper price', at: 'upper_price', value: toText(upper) },
        { name: 'lines', at: 'grids_quantity', value: String(lines), isGiven: isLinesGiven },
        { name: 'quantity per line', at: 'quantity_per_grid', value: toText(quantity) },
      ]
    },
  },
})
