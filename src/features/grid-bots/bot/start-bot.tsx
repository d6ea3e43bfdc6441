import { useQuery } from '@tanstack/react-query'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { useFigures } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { accountOf } from '#market/names.tsx'
import { can } from '#trading/allowed.ts'
import { FactList, type Facts } from '#ui/facts.tsx'
import { SheetSection } from '#ui/sheet.tsx'

import { BotState } from '../bot-state.tsx'
import { RangePrices } from '../price-range.tsx'
import { requiredBalancesOf } from '../queries.ts'
import { bothSides } from '../stop/stop-words.ts'
import { FundsNeeded } from './funds-needed.tsx'
import { pendingOrders } from './grid-lines.ts'
import { needsMoved } from './required-funds.ts'

export const startBot = writeAction(startGridBot, {
  label: 'Start again',
  request: ({ botId }: { botId: Id; bot: GridBot }) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => can.startGridBot(bot),
  useFacts({ of: { botId, bot } }) {
    const canRead = can.readRequiredBalances(bot) === undefined
    const funds = useQuery({ ...requiredBalancesOf(botId), enabled: canRead })
    return { figures: useFigures(funds) }
  },
  whatMoved: needsMoved,
  account: ({ of: { bot } }) => accountOf(bot),
  title: ({ of: { bot }, answer }) => `${answer ? 'Started' : 'Start'} ${bot.name}`,
  words: ({ of: { botId }, answer }) => ({
    act: 'Start bot',
    leave: 'Leave it stopped',
    done: 'Started at',
    deed: answer?.is_enabled ? `${answer.name} is running.` : undefined,
    accepted: 'The service has started it.',
    refused: 'The bot was not started.',
    unknown: 'It may be running.',
    asked: `start bot ${botId}`,
  }),
  review: ({ of: { botId, bot } }) => (
    <>
      <SheetSection title="What happens">
        <p>
          Its lines are set around the price of that moment. What is missing for its sell orders is
          bought first, then its orders are placed.
        </p>
      </SheetSection>
      <FundsNeeded botId={botId} bot={bot} />
    </>
  ),
  placed: ({ answer }) => answer && <StartedBot bot={answer} />,
  reading: ({ of: { bot } }) => ({
    words: bot.is_enabled
      ? 'Read again: it is running.'
      : 'Its page is read again by itself and shows whether it runs.',
  }),
})

/** The bot as the answer to its start has it. */
const StartedBot = ({ bot }: { bot: GridBot }) => (
  <SheetSection title="As the service returned it">
    <FactList isLined of={startedFacts(bot)} />
  </SheetSection>
)

export function startedFacts(bot: GridBot): Facts {
  const orders = pendingOrders(bot)
  return {
    State: <BotState bot={bot} stop={undefined} />,
    Range: <RangePrices bot={bot} />,
    'Pending orders': orders
      ? `${orders.buys + orders.sells}: ${bothSides(orders)}`
      : 'not placed yet',
  }
}
