import type { Example } from '#forms/example.tsx'
import { setUpPage } from '#forms/set-up-page.tsx'
import { useExchanges } from '#market/exchanges.ts'
import { type Market, useFreeBalances, useMarkets } from '#market/markets.ts'
import { NO_PLACE, usePlaceWithMoney } from '#market/place-with-money.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { fromSlashPair, splitPair, toSlashPair } from '#trading/pair.ts'
import { BackLink } from '#ui/page.tsx'

import { dealEstimate } from '../ladder.ts'
import { createBot, type KnownOfBot } from './create-bot.tsx'
import { asOffered, dcaBotForm, type NewBot } from './fields.ts'
import { drawableBot, judgeNewBot } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { suggestionFor } from './suggestion.ts'

function useKnown(typed: NewBot): KnownOfBot {
  const { exchanges: accounts, isComing } = useExchanges()
  const account = accounts.find(({ id }) => id === typed.connection_id)
  const markets = useMarkets(account?.exchange, { pair: fromSlashPair(typed.pair) })
  const pairs = markets.pairs?.map((name) => toSlashPair(name))
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
  const { free } = useFreeBalances(account?.id, pair)
  const bot = drawableBot(values, judgeNewBot(values, now))
  const estimate = bot && dealEstimate(bot, market)
  return {
    accounts,
    account,
    means: {
      free: free.quote,
      quote: splitPair(values.pair).quote,
      price: now.price,
      lot: now.lot,
      minTotal: now.minTotal,
    },
    market,
    pairs,
    areComing: { accounts: isComing, pairs: markets.isComing, first: markets.lacksExchange },
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

/** An account and a pair with money, and orders that a tenth of it pays for. */
function useDcaExample({ values }: { values: NewBot }) {
  const { find, isOffered } = usePlaceWithMoney()
  return async (): Promise<Example> => {
    if (!isOffered) return { cannot: 'This service lists no accounts and pairs to choose from.' }
    const { connection_id: chosen, pair, strategy } = values
    const place = await find({
      takes: 'quote',
      pair: pair === '' ? undefined : fromSlashPair(pair),
      isFit: (account) =>
        chosen === ''
          ? strategy === 'Long' || account.market_type !== 'spot'
          : account.id === chosen,
    })
    if (typeof place === 'string') {
      return {
        cannot:
          place === 'no money'
            ? 'Nothing was filled in: no account has free money for a deal.'
            : NO_PLACE[place],
      }
    }
    const { market, account } = place
    const found = suggestionFor('medium', {
      free: place.free.quote,
      quote: splitPair(market.pair).quote,
      price: market.last,
      lot: market.lot,
      minTotal: market.min_total,
    })
    if ('cannot' in found) return { cannot: `Nothing was filled in. ${found.cannot}` }
    return [
      { name: 'account', at: 'connection_id', value: account.id, isPlace: true },
      { name: 'pair', at: 'pair', value: toSlashPair(market.pair), isPlace: true },
      { name: 'base order', at: 'base_order_size', value: found.base_order_size },
      { name: 'first safety order', at: 'safety_order_size', value: found.safety_order_size },
    ]
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
  unitsOf: ({ pair }) => splitPair(pair),
  form: NewBotForm,
  place: {
    kind: 'uuid',
    of: ({ connection_id: account, pair }) => ({ account, pair }),
    filledIn: ({ account, pair }) => ({ connection_id: account, pair }),
  },
  useExample: useDcaExample,
  preview: ({ values, known }: { values: NewBot; known: KnownOfBot }) => (
    <NewBotPreview values={values} known={known} />
  ),
  create: createBot,
  again: ({ connection_id, pair }) => ({ connection_id, pair }),
})
