import { useState } from 'react'

import { createGridBot } from '#contract/grid-bots.ts'
import { SetUpPage } from '#forms/set-up-page.tsx'
import { useSetUp } from '#forms/use-set-up.ts'
import { useAccounts, useListedAccounts } from '#market/accounts.ts'
import { useMarkets } from '#market/markets.ts'
import { useSending } from '#query/use-sending.ts'
import { useKeptDraft } from '#session/use-session.ts'
import { FEE_RATE } from '#trading/fees.ts'
import { BackLink } from '#ui/back-link.tsx'

import { CreateSheet } from './create-sheet.tsx'
import { judgeNewBot, previewOf } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { asOffered, EMPTY_BOT, keptBot } from './new-bot-values.ts'
import { useBotMarket } from './use-bot-market.ts'

/** A grid bot is set up beside its ladder and what it needs, reviewed, then sent. */
export function NewBotPage() {
  const sending = useSending<typeof createGridBot>()
  const [isReviewed, setReviewed] = useState(false)
  const { typed, type, startOver } = useKeptDraft({
    form: 'grid-bot',
    heal: keptBot,
    isSent: sending.intent?.outcome.kind === 'placed',
    isReviewed,
  })

  const [feeRate, setFeeRate] = useState(FEE_RATE)
  const { isComing: areAccountsComing } = useListedAccounts()
  const accounts = useAccounts().map((each) => ({ ...each, id: String(each.id) }))
  const account = accounts.find(({ id }) => id === typed.account)
  const markets = useMarkets(account?.exchange)
  const { pairs } = markets
  const values = asOffered(typed, accounts, pairs)
  const figures = useBotMarket(markets, account, values.pair, feeRate)
  const market = figures.now
  const judged = judgeNewBot(values, market)
  const preview = judged.draft && previewOf(judged.draft, market)

  const { page, fields, review } = useSetUp({
    endpoint: createGridBot,
    sending,
    judged,
    names: NAMES,
    onType: type,
    onMade: () => startOver({ ...EMPTY_BOT, account: values.account, pair: values.pair }),
  })
  if (isReviewed !== (review !== undefined)) setReviewed(review !== undefined)
  return (
    <SetUpPage
      {...page}
      thing="grid bot"
      back={<BackLink to="/grid-bots" page="Grid bots" />}
      elsewhere="A bot that is made elsewhere appears among the grid bots, or is followed there by its id."
      form={
        <NewBotForm
          {...fields}
          values={values}
          accounts={accounts}
          pairs={pairs?.toSorted()}
          areComing={{ accounts: areAccountsComing, pairs: markets.isComing }}
          market={market}
        />
      }
      preview={<NewBotPreview preview={preview} market={market} onFeeRate={setFeeRate} />}
    >
      {review && <CreateSheet {...review} figures={figures} accountName={account?.name} />}
    </SetUpPage>
  )
}

/** Every field by the member of the request, as it is called where something is missing. */
const NAMES: Readonly<Record<string, string>> = {
  account_id: 'account',
  pair: 'pair',
  lower_price: 'lower price',
  upper_price: 'upper price',
  grids_quantity: 'lines',
  quantity_per_grid: 'quantity a line',
  grid_type: 'grid type',
  lower_stop_loss_price: 'stop below',
  lower_stop_loss_action: 'what the stop below does',
  upper_stop_loss_price: 'stop above',
  upper_stop_loss_action: 'what the stop above does',
  expansion_down_stop_price: 'price to grow down to',
  trailing_up_enabled: 'range that follows the price',
  name: 'name',
}
