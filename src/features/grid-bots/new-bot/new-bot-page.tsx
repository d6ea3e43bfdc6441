import { useState } from 'react'

import { readAmount, readWhole } from '#forms/amount-text.ts'
import type { Example } from '#forms/example.tsx'
import { setUpPage } from '#forms/set-up-page.tsx'
import { useAccounts, useListedAccounts } from '#market/accounts.ts'
import { NO_PLACE, usePlaceWithMoney } from '#market/place-with-money.ts'
import { toText } from '#money/decimal.ts'
import { type Market, useFreeBalances, useMarkets } from '#market/markets.ts'
import { exampleGrid, type GridMarket } from '#trading/example-grid.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { splitPair } from '#trading/pair.ts'
import { BackLink } from '#ui/page.tsx'

import { createBot, type KnownOfBot } from './create-bot.tsx'
import { asOffered, gridBotForm, type NewBot } from './fields.ts'
import { judgeNewBot, previewOf } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'

function useKnown(values: NewBot): KnownOfBot {
  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const { isComing } = useListedAccounts()
  const accounts = useAccounts().map((each) => ({ ...each, id: String(each.id) }))
  const account = accounts.find(({ id }) => id === values.account)
  const markets = useMarkets(account?.exchange, { pair: values.pair })
  const { pair } = asOffered(values, accounts, markets.pairs)
  const { free } = useFreeBalances(account?.exchangeId, pair)
  const marketIn = (row: Market | undefined): GridMarket => ({
    price: row?.last,
    ask: row?.ask,
    depth: row?.depth,
    impact: row?.impact,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    isFutures: account?.isFutures,
    feeRate,
    free,
  })
  const now = marketIn(markets.marketOf(pair))
  return {
    accounts,
    account,
    pairs: markets.pairs,
    areComing: { accounts: isComing, pairs: markets.isComing, first: markets.lacksExchange },
    figures: {
      now,
      readAt: now.price && markets.readAt,
      readAgain: async () => marketIn(await markets.readAgain(pair)),
    },
    onFeeRate: setFeeRate,
  }
}

/** A grid that can be started as it is, on an account and a pair with money. */
function useExampleBot({ values }: { values: NewBot }): () => Promise<Example> {
  const { find, isOffered } = usePlaceWithMoney()
  return async () => {
    if (!isOffered) return { cannot: 'An example needs the prices and balances of the service.' }
    const { account, pair } = values
    const place = await find({
      takes: 'quote',
      ...(pair !== '' && { pair }),
      isFit: (listed) =>
        listed.market_type === 'spot' && (account === '' || String(listed.account_id) === account),
    })
    if (typeof place === 'string') {
      return {
        cannot:
          place === 'no money' ? 'No spot account here has money for this pair.' : NO_PLACE[place],
      }
    }
    const { last, ask, depth, impact, tick, lot, min_total: minTotal } = place.market
    const market = { price: last, ask, depth, impact, tick, lot, minTotal, isFutures: false }
    const isLinesGiven = values.grids_quantity !== gridBotForm.empty().grids_quantity
    const example = exampleGrid(
      { ...market, free: place.free },
      {
        lower: readAmount(values.lower_price),
        upper: readAmount(values.upper_price),
        lines: isLinesGiven ? readWhole(values.grids_quantity) : undefined,
      },
    )
    if ('cannot' in example) return example
    const { lower, upper, grids_quantity: lines, quantity } = example
    return [
      { name: 'account', at: 'account', value: String(place.account.account_id), isPlace: true },
      { name: 'pair', at: 'pair', value: place.market.pair, isPlace: true },
      { name: 'lower price', at: 'lower_price', value: toText(lower) },
      { name: 'upper price', at: 'upper_price', value: toText(upper) },
      { name: 'lines', at: 'grids_quantity', value: String(lines), isGiven: isLinesGiven },
      { name: 'quantity per line', at: 'quantity_per_grid', value: toText(quantity) },
    ]
  }
}

/** A grid bot is set up beside its ladder and what it needs, reviewed, then sent. */
export const NewBotPage = setUpPage({
  noun: 'grid bot',
  back: <BackLink to="/grid-bots" page="Grid bots" />,
  elsewhere:
    'A bot that is made elsewhere appears among the grid bots, or is followed there by its id.',
  keptAs: 'grid-bot',
  rules: {
    form: gridBotForm,
    judge: (values: NewBot, { accounts, pairs, figures }: KnownOfBot) =>
      judgeNewBot(asOffered(values, accounts, pairs), figures.now),
    contextOf: () => undefined,
  },
  useKnown,
  offered: (values, { accounts, pairs }) => asOffered(values, accounts, pairs),
  unitsOf: ({ pair }) => splitPair(pair),
  form: NewBotForm,
  preview: ({ form, values, draft, known }) => (
    <NewBotPreview
      values={values}
      preview={draft && previewOf(draft, known.figures.now)}
      market={known.figures.now}
      onFeeRate={known.onFeeRate}
      onMove={(edge, price) => {
        form.setValue(`${edge}_price`, toText(price), { shouldDirty: true, shouldTouch: true })
      }}
    />
  ),
  create: createBot,
  useExample: useExampleBot,
  place: {
    kind: 'number',
    of: ({ account, pair }) => ({ account, pair }),
    filledIn: (place) => place,
  },
  again: ({ account, pair }) => ({ account, pair }),
})
