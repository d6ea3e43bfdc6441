import { useState } from 'react'

import type { DcaBotDetail as Detail } from '#contract/dca-bots.ts'
import { rawOf } from '#contract/read.ts'
import { useListedPairs } from '#market/pairs.tsx'
import { useService } from '#query/service.tsx'
import { RawJson } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { DetailSkeleton } from '#ui/skeleton.tsx'

import { DcaSettings } from '../dca-settings.tsx'
import { DealOrders } from '../deal-orders.tsx'
import { DealPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { InPlainWords } from '../in-plain-words.tsx'
import { dealEstimate, marketOf } from '../ladder.ts'
import { DcaBotFigures } from './dca-bot-figures.tsx'
import { EventList } from './event-list.tsx'
import { WhatIfForm } from './what-if-form.tsx'
import { type Typed, whatIf } from './what-if.ts'

/** Everything the service told of a bot, and what follows from its settings. */
export function DcaBotDetail({ bot }: { bot: Detail }) {
  const { clock } = useService()
  const { pairs: markets, readAt: readHere } = useListedPairs({ arePriced: true })
  const readAt = readHere + (clock.offset() ?? 0)
  const [typed, setTyped] = useState<Typed>({})
  const tried = whatIf(bot, typed)
  const market = marketOf(bot, markets)
  const own = dealEstimate(bot, market)
  const estimate = dealEstimate(tried.bot, market)
  return (
    <>
      <DcaBotFigures bot={tried.bot} estimate={estimate} />
      {estimate && own ? (
        <>
          <WhatIfForm
            bot={bot}
            typed={typed}
            tried={tried}
            own={own}
            estimate={estimate}
            onType={setTyped}
          />
          <div className="grid grid-cols-1 gap-x-12 gap-y-4 pt-2.5 xl:grid-cols-[minmax(0,1fr)_25.5rem]">
            <DealOrders bot={tried.bot} estimate={estimate} readAt={readAt} />
            <div>
              <DealPicture bot={tried.bot} estimate={estimate} />
              <FundsAndFree bot={tried.bot} />
            </div>
          </div>
        </>
      ) : (
        <Note className="mt-4">
          The service did not send every setting that the safety orders follow from.
        </Note>
      )}
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-4 border-t border-hairline-2 pt-1 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_25.5rem]">
        <InPlainWords bot={bot} />
        <DcaSettings bot={bot} />
        <EventList bot={bot} />
      </div>
      <Section title="As the service sent it" hasLine className="mt-6">
        <RawJson label="Bot as sent" value={rawOf(bot)} />
      </Section>
    </>
  )
}

export const DcaBotSkeleton = () => (
  <DetailSkeleton
    label="Loading the bot"
    figures={[96, 96, 112, 88, 112, 64]}
    rows={8}
    width={680}
  />
)
