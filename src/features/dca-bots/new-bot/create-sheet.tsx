import { Link } from '@tanstack/react-router'

import { createDcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { MakeSheet } from '#forms/make-sheet.tsx'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import type { Sent } from '#query/use-send.ts'
import type { DcaPlace } from '#trading/judge-dca-bot.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Age } from '#ui/time.tsx'

import { AlertSecret } from '../alert-secret.tsx'
import { DcaSettings } from '../dca-settings.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { InPlainWords } from '../in-plain-words.tsx'
import { botOf } from './new-bot.ts'
import { whatMoved } from './price-moved.ts'
import { directionOf } from '../words.ts'

type CreateSheetProps = {
  draft: DcaBotDraft
  place: Figures<DcaPlace>
  accountName: string | undefined
  intent: Sent<typeof createDcaBot> | undefined
  onSend: (price: string | undefined) => void
  onClose: () => void
}

/** The bot read back from the bytes of its request, what it may use, and what became of it. */
export function CreateSheet(props: CreateSheetProps) {
  const { draft, place, accountName, intent, onSend, onClose } = props
  const { client } = useService()
  const request = client.prepare(createDcaBot, { body: draft })
  const members = JSON.parse(request.body) as Record<string, unknown>
  const bot = botOf(members)
  const outcome = intent?.outcome
  return (
    <MakeSheet
      thing="DCA bot"
      title={outcome?.kind === 'placed' ? 'DCA bot made' : `Make ${bot.name ?? 'a DCA bot'}`}
      account={accountName ?? draft.connection_id}
      market={place}
      whatMoved={(from, now) => whatMoved(draft, from, now)}
      request={request}
      requestNote="Signed and sent once."
      intent={intent}
      linkTo={openBot}
      told={intent && <AlertSecret intent={intent.id} />}
      onSend={onSend}
      onClose={onClose}
    >
      <InPlainWords bot={bot} />
      <p className="pt-1 text-caption text-ink-3">
        {[bot.pair, directionOf(bot)].join(' · ')}
        {place.now.price && place.readAt !== undefined && (
          <>
            {' '}
            · last price <Amount value={place.now.price} isPrice minPlaces={2} />,{' '}
            <Age at={place.readAt} />
          </>
        )}
      </p>
      <FundsAndFree bot={bot} />
      <DcaSettings bot={bot} members={Object.keys(members)} />
    </MakeSheet>
  )
}

const openBot = (id: string, name: string | undefined) => (
  <Link
    key={id}
    to="/dca-bots/$botId"
    params={{ botId: id }}
    className={buttonClass({ look: 'secondary' })}
  >
    Open {name ?? `bot ${id.slice(0, 8)}`}
  </Link>
)
