import { useState } from 'react'

import { createDcaBot } from '#contract/dca-bots.ts'
import { SetUpPage } from '#forms/set-up-page.tsx'
import { useSetUp } from '#forms/use-set-up.ts'
import { useExchanges } from '#market/exchanges.ts'
import { type Market, useMarkets } from '#market/markets.ts'
import { useSending } from '#query/use-sending.ts'
import { useKeptDraft } from '#session/use-session.ts'
import { fromSlashPair, toSlashPair } from '#trading/pair.ts'
import { BackLink } from '#ui/back-link.tsx'

import { CreateSheet } from './create-sheet.tsx'
import { dealEstimate } from '../ladder.ts'
import { drawableBot, judgeNewBot } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { asOffered, EMPTY_BOT, keptBot } from './new-bot-values.ts'

/** A DCA bot is set up beside the orders of its deals and what they may use, reviewed, then sent. */
export function NewBotPage() {
  const sending = useSending<typeof createDcaBot>()
  const [isReviewed, setReviewed] = useState(false)
  const { typed, type, startOver } = useKeptDraft({
    form: 'dca-bot',
    heal: keptBot,
    isSent: sending.intent?.outcome.kind === 'placed',
    isReviewed,
  })

  const { exchanges: accounts, isComing: areAccountsComing } = useExchanges()
  const account = accounts.find(({ id }) => id === typed.connection_id)
  const markets = useMarkets(account?.exchange)
  const pairs = markets.pairs?.map(toSlashPair)
  const values = asOffered(typed, accounts, pairs)
  const market = markets.marketOf(fromSlashPair(values.pair))
  const placeAt = (row: Market | undefined) => ({
    price: row?.last,
    lot: row?.lot,
    minTotal: row?.min_total,
    marketType: account?.marketType,
  })
  const judged = judgeNewBot(values, placeAt(market))
  const bot = drawableBot(values, judged)
  const estimate = bot && dealEstimate(bot, market)

  const { page, fields, review } = useSetUp({
    endpoint: createDcaBot,
    sending,
    judged,
    names: NAMES,
    onType: type,
    onMade() {
      const { connection_id, pair } = values
      startOver({ ...EMPTY_BOT, connection_id, pair })
    },
  })
  if (isReviewed !== (review !== undefined)) setReviewed(review !== undefined)
  return (
    <SetUpPage
      {...page}
      thing="DCA bot"
      back={<BackLink to="/dca-bots" page="DCA bots" />}
      elsewhere="A bot that is made elsewhere appears among the DCA bots by itself."
      form={
        <NewBotForm
          {...fields}
          values={values}
          accounts={accounts}
          pairs={pairs?.toSorted()}
          areComing={{ accounts: areAccountsComing, pairs: markets.isComing }}
          price={market?.last}
          reach={estimate?.reach}
        />
      }
      preview={
        <NewBotPreview values={values} bot={bot} estimate={estimate} readAt={markets.readAt} />
      }
    >
      {review && (
        <CreateSheet
          {...review}
          place={{
            now: placeAt(market),
            readAt: market?.last && markets.readAt,
            readAgain: async () => placeAt(await markets.readAgain(fromSlashPair(values.pair))),
          }}
          accountName={account?.name}
        />
      )}
    </SetUpPage>
  )
}

/** Every field by the member of the request, as it is called where something is missing. */
const NAMES: Readonly<Record<string, string>> = {
  connection_id: 'account',
  pair: 'pair',
  strategy: 'direction',
  market_type: 'market',
  start_condition: 'start condition',
  start_order_type: 'first order',
  base_order_size: 'base order',
  max_safety_orders: 'number of safety orders',
  safety_order_size: 'first safety order',
  price_deviation: 'first deviation',
  safety_order_volume_scale: 'volume',
  safety_order_step_scale: 'step',
  take_profit_pct: 'take profit',
  tp_type: 'what it counts from',
  tp_trailing: 'trailing',
  tp_trailing_pct: 'trailing',
  stop_loss_enabled: 'stop loss',
  stop_loss_pct: 'stop loss',
  sl_type: 'what the stop loss does',
  max_active_trades: 'deals at once',
  cooldown_between_trades: 'pause',
  name: 'name',
}
