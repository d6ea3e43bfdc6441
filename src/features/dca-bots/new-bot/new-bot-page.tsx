import { setUpPage } from '#forms/set-up-page.tsx'
import { useExchanges } from '#market/exchanges.ts'
import { type Market, useMarkets } from '#market/markets.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { fromSlashPair, splitSlashPair, toSlashPair } from '#trading/pair.ts'
import { BackLink } from '#ui/page.tsx'

import { dealEstimate } from '../ladder.ts'
import { createBot, type KnownOfBot } from './create-bot.tsx'
import { asOffered, dcaBotForm, type NewBot } from './fields.ts'
import { drawableBot, judgeNewBot } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'

function useKnown(typed: NewBot): KnownOfBot {
  const { exchanges: accounts, isComing } = useExchanges()
  const account = accounts.find(({ id }) => id === typed.connection_id)
  const markets = useMarkets(account?.exchange)
  const pairs = markets.pairs?.map(toSlashPair)
  const values = asOffered(typed, accounts, pairs)
  const pair = fromSlashPair(values.pair)
  const market = markets.marketOf(pair)
  const placeAt = (row: Market | undefined): DcaPlace => ({
    price: row?.last,
    lot: row?.lot,
    minTotal: row?.min_total,
    marketType: account?.marketType,
  })
  const now = placeAt(market)
  const bot = drawableBot(values, judgeNewBot(values, now))
  const estimate = bot && dealEstimate(bot, market)
  return {
    accounts,
    account,
    pairs,
    areComing: { accounts: isComing, pairs: markets.isComing },
    figures: {
      now,
      readAt: now.price && markets.readAt,
      readAgain: async () => placeAt(await markets.readAgain(pair)),
    },
    readAt: markets.readAt,
    bot,
    estimate,
    reach: estimate?.reach,
  }
}

/** A DCA bot is set up beside the orders of its deals and what they may use, reviewed, then sent. */
export const NewBotPage = setUpPage({
  noun: 'DCA bot',
  back: <BackLink to="/dca-bots" page="DCA bots" />,
  elsewhere: 'A bot created elsewhere appears among the DCA bots automatically.',
  keptAs: 'dca-bot',
  rules: {
    form: dcaBotForm,
    judge: (values: NewBot, { accounts, pairs, figures }: KnownOfBot) =>
      judgeNewBot(asOffered(values, accounts, pairs), figures.now),
    contextOf: () => undefined,
  },
  useKnown,
  offered: (values, { accounts, pairs }) => asOffered(values, accounts, pairs),
  unitsOf: ({ pair }) => splitSlashPair(pair),
  form: NewBotForm,
  preview: ({ values, known }: { values: NewBot; known: KnownOfBot }) => (
    <NewBotPreview
      values={values}
      bot={known.bot}
      estimate={known.estimate}
      readAt={known.readAt}
    />
  ),
  create: createBot,
  again: ({ connection_id, pair }) => ({ connection_id, pair }),
})
