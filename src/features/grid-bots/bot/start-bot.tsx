import { useQuery } from '@tanstack/react-query'

import { type GridBot, startGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { factRows } from '#forms/effect.tsx'
import { useFigures } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { useExchangeOf } from '#market/accounts.ts'
import { accountOf } from '#market/names.tsx'
import { can } from '#trading/allowed.ts'
import type { Facts } from '#ui/facts.tsx'

import { BotState } from '../bot-state.tsx'
import { GridPicture } from '../grid-picture.tsx'
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
    return { figures: useFigures(funds), exchange: useExchangeOf(bot.account_id) }
  },
  whatMoved: needsMoved,
  account: ({ of: { bot } }) => accountOf(bot),
  title: ({ of: { bot }, answer }) => `${answer ? 'Started' : 'Start'} ${bot.name}`,
  words: ({ of: { botId } }) => ({
    act: 'Start bot',
    leave: 'Leave it stopped',
    done: 'Started at',
    refused: 'The bot was not started.',
    unknown: 'It may be running.',
    asked: `start bot ${botId}`,
  }),
  review: () => ({
    sentence:
      'Sets its lines around the market price, buys what its sell orders lack, then places its orders.',
  }),
  lists: ({ of: { botId, bot } }) => <FundsNeeded botId={botId} bot={bot} />,
  picture: ({ of: { bot }, answer, facts: { exchange } }) => (
    <GridPicture bot={answer ?? bot} exchange={exchange} />
  ),
  done: ({ answer }) => ({
    sentence: answer?.is_enabled ? `${answer.name} is running.` : 'Accepted.',
    rows: answer && factRows(startedFacts(answer)),
  }),
  reading: ({ of: { bot } }) => ({
    words: bot.is_enabled
      ? 'Read again: it is running.'
      : 'Its page is read again automatically and shows whether it runs.',
  }),
})

export function startedFacts(bot: GridBot): Facts {
  const orders = pendingOrders(bot)
  return {
    State: <BotState bot={bot} stop={undefined} />,
    Range: <RangePrices bot={bot} />,
    'Pending orders': orders ? bothSides(orders) : 'not placed yet',
  }
}
