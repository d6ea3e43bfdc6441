import { useState } from 'react'

import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { SetUpPage } from '#forms/set-up-page.tsx'
import { stillToDo } from '#forms/still-to-do.ts'
import { useShownProblems } from '#forms/use-shown-problems.ts'
import { useExtension } from '#query/use-extension.ts'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { useKeptDraft } from '#session/use-kept-draft.ts'
import { BackLink } from '#ui/back-link.tsx'

import { CreateSheet } from './create-sheet.tsx'
import { judgeNewBot, previewOf } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { asOffered, EMPTY_BOT, keptBot, type NewBot } from './new-bot-values.ts'
import { useBotAccounts, useBotMarket, useBotPairs, useComingLists } from './use-bot-market.ts'

/** A grid bot is set up beside its ladder and what it needs, reviewed, then sent. */
export function NewBotPage() {
  const isOffered = useExtension(createGridBot)
  const block = useWriteBlock()
  const [reviewed, setReviewed] = useState<GridBotDraft>()
  const sending = useSend(createGridBot)
  const outcome = sending.intent?.outcome
  const { typed, type, startOver } = useKeptDraft({
    form: 'grid-bot',
    heal: keptBot,
    isSent: outcome?.kind === 'placed',
  })

  const accounts = useBotAccounts()
  const account = accounts.find(({ id }) => id === typed.account)
  const pairs = useBotPairs(account)?.flatMap(({ pair }) => pair ?? [])
  const areComing = useComingLists()
  const values = asOffered(typed, accounts, pairs)
  const figures = useBotMarket(account, values.pair)
  const market = figures.now
  const { draft, problems } = judgeNewBot(values, market)
  const preview = draft && previewOf(draft, market)

  const shown = useShownProblems({
    problems,
    refused: outcome?.kind === 'refused' && !reviewed ? outcome.error : undefined,
    isField: (path) => path in FIELDS,
  })
  const change = (next: Partial<NewBot>) => {
    type(next)
    // What the service refused is about what was sent, not about what is typed now.
    sending.clear()
  }

  return (
    <SetUpPage
      thing="grid bot"
      back={<BackLink to="/grid-bots" page="Grid bots" />}
      isOffered={isOffered}
      elsewhere="A bot that is made elsewhere appears among the grid bots, or is followed there by its id."
      block={block}
      missing={stillToDo(problems, nameOf)}
      refusal={shown.above}
      onReview={() => {
        shown.showAll()
        if (!draft) return
        sending.clear()
        setReviewed(draft)
      }}
      form={
        <NewBotForm
          values={values}
          accounts={accounts}
          pairs={pairs?.toSorted()}
          areComing={areComing}
          market={market}
          errors={shown.errors}
          onChange={change}
          onLeave={shown.onLeave}
        />
      }
      preview={<NewBotPreview preview={preview} market={market} />}
    >
      {reviewed && (
        <CreateSheet
          draft={reviewed}
          figures={figures}
          accountName={account?.name}
          intent={sending.intent}
          onSend={(price) => {
            shown.startOver()
            sending.send({ body: reviewed }, price)
          }}
          onClose={() => {
            setReviewed(undefined)
            if (outcome?.kind !== 'placed') return
            // Of the last one account and pair stay.
            startOver({ ...EMPTY_BOT, account: typed.account, pair: typed.pair })
          }}
        />
      )}
    </SetUpPage>
  )
}

/** Every field by the member of the request, as it is called where something is missing. */
const FIELDS: Readonly<Record<string, string>> = {
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

const nameOf = (field: string): string => FIELDS[field] ?? field
