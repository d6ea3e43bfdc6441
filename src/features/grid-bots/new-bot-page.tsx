import { useState } from 'react'

import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { FormFrame } from '#forms/form-frame.tsx'
import { placeRefusal } from '#forms/show-refusal.ts'
import { useExtension } from '#query/use-extension.ts'
import { useSend } from '#query/use-send.ts'
import { useWriteBlock } from '#query/use-write-block.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

import { CreateSheet } from './create-sheet.tsx'
import { judgeNewBot, previewOf } from './new-bot.ts'
import { NewBotForm } from './new-bot-form.tsx'
import { NewBotPreview } from './new-bot-preview.tsx'
import { asOffered, EMPTY_BOT, type NewBot } from './new-bot-values.ts'
import { useBotAccounts, useBotMarket, useBotPairs, useComingLists } from './use-bot-market.ts'
import { useKeptBot } from './use-kept-bot.ts'

const FORM = 'new-grid-bot'

/** A grid bot is set up beside its ladder and what it needs, reviewed, then sent. */
export function NewBotPage() {
  const isOffered = useExtension(createGridBot)
  const block = useWriteBlock()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [reviewed, setReviewed] = useState<GridBotDraft>()
  const sending = useSend(createGridBot)
  const outcome = sending.intent?.outcome
  const { typed, type, startOver } = useKeptBot(outcome?.kind === 'placed')

  const accounts = useBotAccounts()
  const account = accounts.find(({ id }) => id === typed.account)
  const pairs = useBotPairs(account)?.flatMap(({ pair }) => pair ?? [])
  const areComing = useComingLists()
  const values = asOffered(typed, accounts, pairs)
  const market = useBotMarket(account, values.pair)
  const { draft, problems } = judgeNewBot(values, market)
  const preview = draft && previewOf(draft, market)

  const refusal =
    outcome?.kind === 'refused' && reviewed === undefined
      ? placeRefusal(outcome.error, (path) => (path in FIELDS ? path : undefined))
      : undefined
  const shown = Object.entries(problems).filter(([field]) => isSubmitted || left.has(field))
  const refused = Object.entries(refusal?.atFields ?? {}).map(([field, words]) => [field, [words]])
  const change = (next: Partial<NewBot>) => {
    type(next)
    // What the service refused is about what was sent, not about what is typed now.
    sending.clear()
  }

  return (
    <Page
      title="New grid bot"
      back={<BackLink to="/grid-bots" page="Grid bots" />}
      footer={
        isOffered === true && (
          <>
            <span className="text-ink-2">{footWords(Object.keys(problems).length)}</span>
            <span className="ml-auto flex flex-wrap items-center gap-3">
              <Button look="primary" type="submit" form={FORM} reason={block}>
                Review grid bot
              </Button>
            </span>
          </>
        )
      }
    >
      {isOffered === false && (
        <ErrorState title="This service does not make grid bots.">
          A bot that is made elsewhere appears among the grid bots, or is followed there by its id.
        </ErrorState>
      )}
      {isOffered === true && (
        <div className="grid gap-x-12 gap-y-6 pt-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <FormFrame
            id={FORM}
            label="New grid bot"
            refusal={refusal?.above.join('\n') || undefined}
            onSubmit={(event) => {
              event.preventDefault()
              setSubmitted(true)
              if (!draft) return
              sending.clear()
              setReviewed(draft)
            }}
          >
            <NewBotForm
              values={values}
              accounts={accounts}
              pairs={pairs?.toSorted()}
              areComing={areComing}
              market={market}
              errors={Object.fromEntries([...shown, ...refused])}
              onChange={change}
              onLeave={(field) => setLeft(new Set([...left, field]))}
            />
          </FormFrame>
          <NewBotPreview preview={preview} market={market} />
        </div>
      )}
      {reviewed && (
        <CreateSheet
          draft={reviewed}
          preview={previewOf(reviewed, market)}
          market={market}
          accountName={account?.name}
          intent={sending.intent}
          onSend={() => {
            setSubmitted(false)
            setLeft(new Set())
            sending.send({ body: reviewed })
          }}
          onClose={() => {
            setReviewed(undefined)
            if (outcome?.kind === 'placed') startOver()
          }}
        />
      )}
    </Page>
  )
}

const FIELDS = { ...EMPTY_BOT, account_id: '' }

function footWords(problems: number): string {
  if (problems === 0) return 'Nothing is sent before it is reviewed.'
  return problems === 1
    ? 'One entry is missing or wrong.'
    : `${problems} entries are missing or wrong.`
}
