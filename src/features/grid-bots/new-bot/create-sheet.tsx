import { Link } from '@tanstack/react-router'

import { createGridBot, type GridBotDraft } from '#contract/grid-bots.ts'
import { MakeSheet } from '#forms/make-sheet.tsx'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import type { Sent } from '#query/use-send.ts'
import { buttonClass } from '#ui/button-class.ts'
import { SheetSection } from '#ui/sheet.tsx'

import { accountWords } from '../account-words.ts'
import { DraftFacts } from './draft-facts.tsx'
import { type BotMarket, previewOf } from './new-bot.ts'
import { NewBotFunds } from './new-bot-preview.tsx'
import { whatMoved } from './price-moved.ts'

type CreateSheetProps = {
  draft: GridBotDraft
  figures: Figures<BotMarket>
  accountName: string | undefined
  intent: Sent<typeof createGridBot> | undefined
  onSend: (price: string | undefined) => void
  onClose: () => void
}

/** The bot as the request says it, what it needs, the bytes, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, figures, accountName, intent, onSend, onClose } = props
  const { client } = useService()
  return (
    <MakeSheet
      thing="grid bot"
      title={intent?.outcome.kind === 'placed' ? 'Grid bot made' : 'Make a grid bot'}
      account={accountWords(accountName, draft.account_id)}
      market={figures}
      whatMoved={(from, { price }) => whatMoved(draft, from, price)}
      request={client.prepare(createGridBot, { body: draft })}
      requestNote="Signed and sent once. It starts at once: what is missing is bought, then its orders are placed."
      intent={intent}
      linkTo={openBot}
      onSend={onSend}
      onClose={onClose}
    >
      <SheetSection title="The bot">
        <DraftFacts draft={draft} />
      </SheetSection>
      <NewBotFunds preview={previewOf(draft, figures.now)} market={figures.now} />
    </MakeSheet>
  )
}

const openBot = (id: number, name: string | undefined) => (
  <Link
    key={id}
    to="/grid-bots/$botId"
    params={{ botId: id }}
    className={buttonClass({ look: 'secondary' })}
  >
    Open {name ?? `bot ${id}`}
  </Link>
)
