import { Link } from '@tanstack/react-router'

import { createDcaBot, type DcaBotDraft } from '#contract/dca-bots.ts'
import { creationOf } from '#forms/creation.tsx'
import { textOr } from '#money/format.ts'

import { AlertText } from '../alert-text.tsx'
import { NextDealPicture, startEffect } from '../bot/start-bot.tsx'
import { BotStatus } from '../bot-status.tsx'
import { InPlainWords } from '../dca-settings.tsx'
import { plainStart } from '../words.ts'
import { botOf, whatMoved } from './new-bot.ts'

export const createBot = creationOf(createDcaBot, {
  noun: 'DCA bot',
  link: (id, look) => <Link to="/dca-bots/$botId" params={{ botId: String(id) }} {...look} />,
  idle: 'It opens no deal.',
  request: (body: DcaBotDraft) => ({ body }),
  made: ({ id, status, start_refusal: refusal }) => ({
    id,
    isStarted: status !== 'stopped',
    refusal,
  }),
  account: (name, draft) => name ?? draft.connection_id,
  called: (draft) => textOr(draft.name, 'a DCA bot'),
  whatMoved,
  read: (body) => botOf(body),
  review: ({ sent, place: { figures, market } }) =>
    startEffect(
      sent,
      { free: figures.now.free.quote, problem: undefined, market },
      plainStart(sent),
    ),
  done: ({ answer, place: { figures, market } }) => {
    const funds = { free: figures.now.free.quote, problem: undefined, market }
    return {
      sentence: plainStart(answer),
      rows: [
        ['State', <BotStatus key="state" status={answer.status} />],
        ['Open deals', `${answer.active_trades} of ${answer.max_active_trades}`],
        ...(startEffect(answer, funds).rows?.slice(0, 2) ?? []),
      ],
    }
  },
  picture: ({ sent, place: { market } }) => <NextDealPicture bot={sent} market={market} />,
  lists: ({ sent }) => <InPlainWords bot={sent} />,
  secret: ({ intent, answer }) => <AlertText intent={intent} bot={answer} />,
})
