import { useState } from 'react'

import type { GridBotDraft } from '#contract/grid-bots.ts'
import { setUpPage } from '#forms/set-up-page.tsx'
import { useAccounts, useListedAccounts } from '#market/accounts.ts'
import { type Market, useFreeBalances, useMarkets } from '#market/markets.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { splitPair } from '#trading/pair.ts'
import { BackLink } from '#ui/page.tsx'

import { createBot, type KnownOfBot } from './create-bot.tsx'
import { asOffered, gridBotForm, type NewBot } from './fields.ts'
import { type BotMarket, judgeNewBot, previewOf } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'

function useKnown(values: NewBot): KnownOfBot {
  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const { isComing } = useListedAccounts()
  const accounts = useAccounts().map((each) => ({ ...each, id: String(each.id) }))
  const account = accounts.find(({ id }) => id === values.account)
  const markets = useMarkets(account?.exchange)
  const { pair } = asOffered(values, accounts, markets.pairs)
  const { free } = useFreeBalances(account?.exchangeId, pair)
  const marketIn = (row: Market | undefined): BotMarket => ({
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
    areComing: { accounts: isComing, pairs: markets.isComing },
    figures: {
      now,
      readAt: now.price && markets.readAt,
      readAgain: async () => marketIn(await markets.readAgain(pair)),
    },
    onFeeRate: setFeeRate,
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
  preview: ({ draft, known }: { draft: GridBotDraft | undefined; known: KnownOfBot }) => (
    <NewBotPreview
      preview={draft && previewOf(draft, known.figures.now)}
      market={known.figures.now}
      onFeeRate={known.onFeeRate}
    />
  ),
  create: createBot,
  again: ({ account, pair }) => ({ account, pair }),
})
