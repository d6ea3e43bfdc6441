import type { DcaBot } from '#contract/dca-bots.ts'

import { DealOrders } from '../deal-orders.tsx'
import { DealPicture } from '../deal-picture.tsx'
import { FundsAndFree } from '../funds-and-free.tsx'
import { InPlainWords } from '../in-plain-words.tsx'
import type { DealEstimate } from '../ladder.ts'
import { NewBotCondition } from './new-bot-condition.tsx'
import type { NewBot } from './new-bot-values.ts'

type NewBotPreviewProps = {
  values: NewBot
  bot: DcaBot | undefined
  estimate: DealEstimate | undefined
  /** When the price was read. */
  readAt: number
}

/** The orders and the funds of a bot before it is made, by the same parts as of one that runs. */
export function NewBotPreview({ values, bot, estimate, readAt }: NewBotPreviewProps) {
  if (!bot || !estimate) {
    return (
      <div className="grid content-start gap-4">
        <p className="pt-2 text-ink-2">
          The orders of a deal, what they may use and how far they reach appear here once the sizes
          are typed.
        </p>
        <NewBotCondition values={values} />
      </div>
    )
  }
  return (
    <div className="grid content-start gap-4">
      <DealOrders bot={bot} estimate={estimate} readAt={readAt} />
      <div className="grid gap-x-12 gap-y-4 xl:grid-cols-2">
        <div className="grid content-start gap-4">
          <FundsAndFree bot={bot} />
          <InPlainWords bot={bot} />
          <NewBotCondition values={values} />
        </div>
        <DealPicture bot={bot} estimate={estimate} />
      </div>
    </div>
  )
}
