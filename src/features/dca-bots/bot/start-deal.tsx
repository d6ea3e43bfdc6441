import { startDeal } from '#contract/dca-bots.ts'
import { writeAction } from '#forms/write-action.tsx'
import { plural } from '#money/format.ts'
import { can } from '#trading/allowed.ts'
import { Field } from '#ui/field.tsx'
import { optionsOf } from '#ui/options.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'

import {
  accountOf,
  botRows,
  type BotToWrite,
  NextDealPicture,
  seeBot,
  startEffect,
  useFundsOf,
} from './start-bot.tsx'

type Start = 'signals' | 'now'
/** Start of the deal, and its pair: "" for the bot's only pair, or until one is chosen. */
type Choice = 'as usual' | `${Start} ${string}`

type DealToStart = BotToWrite & {
  /** The service accepts a pair and a start. */
  canChoose: boolean
}

const STARTS = optionsOf({ signals: 'Check signals first', now: 'Start now' })

const startOf = (choice: Choice): Start | undefined =>
  STARTS.find(({ value }) => choice.startsWith(value))?.value

const pairOf = (choice: Choice): string => choice.slice(choice.indexOf(' ') + 1)

const pairsOf = ({ bot: { pairs = [] } }: DealToStart): readonly string[] =>
  pairs.length > 1 ? pairs : []

const FOLLOWS = 'Safety orders and exits follow once it is filled.'

const WORDS: Readonly<Record<Start | 'as usual', string>> = {
  'as usual': `The base order is placed immediately. ${FOLLOWS}`,
  now: `The base order is placed immediately, without checking the bot’s signals and filters. ${FOLLOWS}`,
  signals:
    'The service checks the bot’s signals and filters first. It opens no deal if they do not hold.',
}

export const openDeal = writeAction(startDeal, {
  label: 'Start a deal',
  choices: (of: DealToStart): readonly Choice[] =>
    of.canChoose
      ? ['', ...pairsOf(of)].flatMap((pair) =>
          STARTS.map(({ value }) => `${value} ${pair}` as const),
        )
      : ['as usual'],
  request: ({ botId }, choice) => {
    const start = startOf(choice)
    const pair = pairOf(choice)
    return {
      params: { id: botId },
      ...(start && { body: { start, ...(pair !== '' && { pair }) } }),
    }
  },
  obstacle: (of, choice) =>
    can.startDeal(of.bot) ??
    (startOf(choice) && pairsOf(of).length > 0 && pairOf(choice) === ''
      ? 'Choose a pair.'
      : undefined),
  useFacts: ({ of: { bot } }) => useFundsOf(bot),
  account: ({ of }) => accountOf(of),
  title: ({ of: { bot } }) => `Start a deal: ${bot.name}`,
  words: ({ choice }) => ({
    act: startOf(choice) === 'signals' ? 'Start a deal if signals hold' : 'Start a deal',
    leave: 'Cancel',
    done: 'Opened at',
    refused: 'No deal was opened.',
    unknown: 'A deal may have been opened.',
    asked: 'start a deal',
  }),
  review: ({ of, choice, facts }) =>
    startEffect(of.bot, facts, WORDS[startOf(choice) ?? 'as usual']),
  controls: ({ of, choice, choose }) => {
    const start = startOf(choice)
    const pairs = pairsOf(of)
    return (
      start && (
        <div className="grid gap-2 pb-2">
          {pairs.length > 0 && (
            <Field label="Pair">
              {(wiring) => (
                <Select
                  {...wiring}
                  value={pairOf(choice)}
                  options={[
                    { value: '', label: 'Choose a pair' },
                    ...pairs.map((pair) => ({ value: pair, label: pair })),
                  ]}
                  onChange={({ target }) => choose(`${start} ${target.value}`)}
                />
              )}
            </Field>
          )}
          <Segmented
            label="Start"
            isFull
            size="tall"
            value={start}
            options={STARTS}
            onChange={(next) => choose(`${next} ${pairOf(choice)}`)}
          />
        </div>
      )
    )
  },
  picture: ({ of: { bot }, facts: { market } }) => <NextDealPicture bot={bot} market={market} />,
  done: ({ of: { bot }, answer }) => ({
    sentence: answer
      ? `${plural(answer.active_trades, 'deal')} of ${answer.name} open. ${FOLLOWS}`
      : 'Accepted. The bot is being read.',
    rows: answer && botRows(bot, answer),
  }),
  next: ({ of: { botId }, onClose }) => ({ link: seeBot(botId, onClose) }),
  reading: () => ({
    words:
      'Check its deals and events before you send it again: each request can open one more deal.',
  }),
})
