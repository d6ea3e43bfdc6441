import { type GridBot, startGridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { writeAction } from '#forms/write-action.tsx'
import { accountOf } from '#market/names.tsx'
import { useExtension } from '#query/service.tsx'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { pendingOrders } from '../bot/grid-lines.ts'
import { gridResult } from '../result.ts'
import { leftBehind } from './left-behind.ts'
import { stopLabel } from './pending-words.ts'
import { StopReview } from './stop-review.tsx'

/** `bot` is undefined where the service lists no bots. */
export type BotToStop = { botId: Id; bot: GridBot | undefined }

export const stopBot = writeAction(stopGridBot, {
  label: 'Stop bot',
  request: ({ botId }: BotToStop) => ({ params: { id: botId } }),
  obstacle: ({ bot }) => bot && can.stopGridBot(bot),
  account: ({ of: { bot } }) => accountOf(bot),
  title({ of: { bot, botId }, answer }) {
    const name = (bot ?? answer)?.name ?? `grid bot ${botId}`
    return answer ? `Stopped ${name}` : `Stop ${name}`
  },
  subject: ({ botId }) => `Bot ${botId}.`,
  words: ({ of: { bot, botId } }) => ({
    act: stopLabel('Stop bot', bot && pendingOrders(bot), 1),
    anyway: 'Stop anyway',
    leave: 'Keep running',
    done: 'Stopped at',
    accepted: 'The service has stopped it.',
    refused: 'The bot was not stopped.',
    unknown: 'It may be stopped.',
    asked: `stop bot ${botId}`,
  }),
  review: ({ of: { bot } }) => <StopReview bot={bot} />,
  placed: ({ answer }) => answer && <StoppedBot bot={answer} />,
  reread: {
    words: ({ is_enabled: isEnabled }) => ({
      words: `Read again: ${STATES[`${isEnabled}`]}`,
      isDone: !isEnabled ? 'The bot is stopped.' : undefined,
    }),
    notOffered: 'The bot cannot be read here, so its state is not known.',
  },
  again: {
    label: 'Send stop again (safe)',
    next: 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
  },
})

const STATES = {
  true: 'the bot is still running',
  false: 'the bot is disabled',
  undefined: 'the service does not tell its state',
}

/** The bot as the answer to its stop has it. */
function StoppedBot({ bot }: { bot: GridBot }) {
  const canStart = useExtension(startGridBot) === true
  const orders = pendingOrders(bot)
  const { realised, realisedUnit, realisedPlaces } = gridResult(bot)
  return (
    <>
      <SheetSection title="The bot as the service returned it">
        <DefinitionList isLined>
          <Definition term="State">
            <StatusTag tone="stopped">Disabled</StatusTag>
          </Definition>
          <Definition term="Last changed">
            <Time at={bot.updated_at} style="second" />
          </Definition>
          <Definition term="Pending orders left">
            {orders ? orders.buys + orders.sells : '—'}
          </Definition>
          <Definition term="Grid profit, realised">
            <Amount value={realised} signed places={realisedPlaces} unit={realisedUnit} />
          </Definition>
          <Definition term="Round trips">{bot.total_profits_count ?? '—'}</Definition>
        </DefinitionList>
      </SheetSection>
      <p className="py-2 text-ink-2">
        Check on the exchange what happened to {leftBehind([bot])}. It{' '}
        {canStart ? 'can be started again from its page' : 'cannot be started again from this app'}.
      </p>
    </>
  )
}
