import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { RawJson } from '#ui/code-block.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'
import { DetailSkeleton } from '#ui/skeleton.tsx'

import { FundsInOrders } from './funds-in-orders.tsx'
import { FundsNeeded } from './funds-needed.tsx'
import { GridBotFigures } from './grid-bot-figures.tsx'
import { GridBotLadder } from './grid-bot-ladder.tsx'
import { PriceInRange } from './price-in-range.tsx'
import { ProfitPicture } from './profit-picture.tsx'
import { MainSettings, SettingList } from './setting-list.tsx'

/** Everything the service told of a bot. */
export function GridBotDetail({ bot, botId }: { bot: GridBot; botId: Id }) {
  return (
    <>
      <GridBotFigures bot={bot} />
      <div className="grid gap-x-12 gap-y-4 pt-2.5 lg:grid-cols-[minmax(0,37.5rem)_minmax(0,1fr)]">
        <GridBotLadder bot={bot} />
        <div className="grid content-start gap-y-3">
          <PriceInRange bot={bot} />
          <ProfitPicture bot={bot} botId={botId} />
          <div className="grid gap-x-8 gap-y-3 xl:grid-cols-2">
            <div>
              <FundsInOrders bot={bot} />
              <FundsNeeded botId={botId} bot={bot} />
            </div>
            <MainSettings bot={bot} />
          </div>
          {bot.note != null && bot.note !== '' && <Note>Note: {bot.note}</Note>}
        </div>
      </div>
      <SettingList bot={bot} />
      <Section title="As the service sent it" hasLine className="mt-6">
        <RawJson label="Bot as sent" value={rawOf(bot)} />
      </Section>
    </>
  )
}

export const GridBotSkeleton = () => (
  <DetailSkeleton
    label="Loading the bot"
    figures={[96, 96, 80, 88, 112, 64]}
    rows={10}
    width={560}
  />
)
