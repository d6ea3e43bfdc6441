import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import {
  type GridBot,
  LEFT_AT_STOP,
  type LeftAtStop,
  startGridBot,
  stopGridBot,
} from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { accountOf } from '#market/names.tsx'
import { type Decimal, isZero } from '#money/decimal.ts'
import { formatPrice } from '#money/price-places.ts'
import { useExtension } from '#query/service.tsx'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { FactList, type Facts, money } from '#ui/facts.tsx'
import { CloseIcon, StopIcon } from '#ui/icons.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { StatusTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { currenciesOf } from '../bot-facts.ts'
import { pendingOrders, whyNoSize } from '../bot/grid-lines.ts'
import { ResultRows } from '../result-rows.tsx'
import { cancelledWords, remaindersOf, remaindersInWords, stopLabel } from './stop-words.ts'

/** `bot` is undefined where the service lists no bots. */
export type BotToStop = { botId: Id; bot: GridBot | undefined }

export const stopBot = writeAction(stopGridBot, {
  label: 'Stop bot',
  // What the service does with the coins by itself comes first: it is what the specification has.
  choices: ['unsaid', ...LEFT_AT_STOP],
  request: ({ botId }: BotToStop, leave) => ({
    params: { id: botId },
    ...(leave !== 'unsaid' && { body: { leave } }),
  }),
  obstacle: ({ bot }) => bot && can.stopGridBot(bot),
  useFacts: useBotBefore,
  account: ({ of: { bot } }) => accountOf(bot),
  title({ of: { bot, botId }, answer }) {
    const name = (bot ?? answer)?.name ?? `grid bot ${botId}`
    return answer ? `Stopped ${name}` : `Stop ${name}`
  },
  words: ({ of: { bot, botId }, choice, answer }) => ({
    act:
      choice === 'sell'
        ? 'Stop bot, sell its coins'
        : stopLabel('Stop bot', bot && pendingOrders(bot), 1),
    anyway: 'Stop anyway',
    leave: 'Keep running',
    done: 'Stopped at',
    deed: answer?.is_enabled === false ? `${answer.name} is switched off.` : undefined,
    accepted: 'The service has stopped it.',
    refused: 'The bot was not stopped.',
    unknown: 'It may be stopped.',
    asked: `stop bot ${botId}${choice === 'sell' ? ' and sell its coins' : ''}`,
  }),
  review: ({ of: { bot }, choice, choose }) => (
    <StopReview bot={bot} leave={choice} onLeave={choose} />
  ),
  placed: ({ answer, choice, facts: { before } }) =>
    answer && <StoppedBot bot={answer} before={before} leave={choice} />,
  next: ({ of: { botId } }) => ({
    link: (
      <Link to="/grid-bots/$botId" params={{ botId }} className={NEXT_LINK}>
        See the bot
      </Link>
    ),
  }),
  reread: {
    words: ({ is_enabled: isEnabled }, { body }) => ({
      words: `Read again: the bot is ${isEnabled ? 'still running' : 'disabled'}${isEnabled || body.leave !== 'sell' ? '' : '. Whether its coins were sold stands in History'}`,
      isDone: !isEnabled && body.leave !== 'sell' ? 'The bot is stopped.' : undefined,
    }),
    notOffered: 'The bot cannot be read here, so its state is not known.',
  },
  again: {
    label: 'Send stop again (safe)',
    next: 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
  },
})

/** The bot as it was last read before its stop was sent. */
function useBotBefore({ of: { bot }, intent }: { of: BotToStop; intent: unknown }) {
  const [before, setBefore] = useState(bot)
  if (intent === undefined && bot && bot !== before) setBefore(bot)
  return { before }
}

type StoppedBotProps = { bot: GridBot; before: GridBot | undefined; leave: Leave }

/** The bot as the answer to its stop has it. */
export function stoppedFacts(bot: GridBot, before: GridBot | undefined): Facts {
  const orders = pendingOrders(bot)
  const were = before && pendingOrders(before)
  return {
    State: <StatusTag tone="stopped">Disabled</StatusTag>,
    'Last changed': <Time at={bot.updated_at} style="second" />,
    'Pending orders': (
      <>
        {orders ? `${orders.buys + orders.sells} left` : <UnknownValue />}
        {were && `, ${were.buys + were.sells} before`}
      </>
    ),
    'Round trips': bot.total_profits_count,
  }
}

function StoppedBot({ bot, before, leave }: StoppedBotProps) {
  const canStart = useExtension(startGridBot) === true
  return (
    <>
      <SheetSection title="As the service returned it">
        <FactList isLined of={stoppedFacts(bot, before)} />
      </SheetSection>
      <SheetSection title="Result">
        <ResultRows bot={bot} />
      </SheetSection>
      <p className="py-2 text-ink-2">
        {leftWords(leave, bot)} {startWords(canStart)}
      </p>
    </>
  )
}

function leftWords(leave: Leave, bot: GridBot): string {
  if (leave === 'sell') {
    return 'What it held goes to the market in one order, where that is as much as the exchange takes: see History.'
  }
  if (leave === 'keep') return 'The coins the bot has bought stay on the account.'
  return `Check on the exchange what happened to ${remaindersOf([bot])}.`
}

const startWords = (canStart: boolean): string =>
  canStart ? 'It can be started again from its page.' : 'It cannot be started again from this app.'

type StopReviewProps = { bot: GridBot | undefined; leave: Leave; onLeave: (leave: Leave) => void }

function StopReview({ bot, leave, onLeave }: StopReviewProps) {
  const canStart = useExtension(startGridBot) === true
  const canLeave = useExtension({ name: stopGridBot.bodyExtension }) === true
  return (
    <>
      <SheetSection title="What happens">
        <ul>
          <Effect icon={<StopIcon size={14} />}>
            The bot is switched off. {startWords(canStart)}
          </Effect>
          <Effect icon={<CloseIcon size={14} />}>
            {cancelledWords(bot && pendingOrders(bot), 1)}
          </Effect>
        </ul>
      </SheetSection>
      {canLeave && (
        <SheetSection title="Coins of the bot">
          <Segmented
            label="Coins of the bot"
            size="tall"
            value={leave}
            options={LEAVES.map((option) => ({
              ...option,
              reason:
                option.value === 'unsaid' ? undefined : bot && can.leaveAtStop(bot, option.value),
            }))}
            onChange={onLeave}
          />
        </SheetSection>
      )}
      {bot && <Freed bot={bot} />}
      {bot && (
        <SheetSection title="Result so far">
          <ResultRows bot={bot} />
        </SheetSection>
      )}
      <Note tone={leave === 'keep' ? 'plain' : 'caution'} className="mt-1.5 mb-2.5">
        <CoinsWords bot={bot} leave={leave} />
      </Note>
    </>
  )
}

type Leave = LeftAtStop | 'unsaid'

const LEAVES: readonly { value: Leave; label: string }[] = [
  { value: 'unsaid', label: 'As the bot is set' },
  { value: 'keep', label: 'Keep' },
  { value: 'sell', label: 'Sell at market' },
]

function Effect({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2 py-0.75">
      <span className="flex-none pt-0.75 text-ink-3">{icon}</span>
      <span className="text-balance">{children}</span>
    </li>
  )
}

function Freed({ bot }: { bot: GridBot }) {
  const facts = freedFacts(bot)
  return (
    facts && (
      <SheetSection title="What the cancelled orders free">
        <FactList unknown={whyNoSize(bot)} total="Total at the last price" of={facts} />
      </SheetSection>
    )
  )
}

/** Funds that cancelling the orders of a bot frees; `undefined` if it has none, or they are unknown. */
export function freedFacts(bot: GridBot): Facts | undefined {
  const { base, quote } = currenciesOf(bot)
  const orders = pendingOrders(bot)
  if (!orders || orders.buys + orders.sells === 0) return undefined
  const price = bot.current_price ? formatPrice(bot.current_price) : 'an unknown price'
  const slot = { hasUnitSlot: true }
  const strong = { ...slot, className: 'font-medium' }
  return {
    'From buy orders': money(orders.inBuys, quote, strong),
    'From sell orders': <Amount value={orders.inSells} minPlaces={2} unit={base} {...strong} />,
    [`Sell orders at ${price}`]: money(orders.sellsWorth, quote, slot),
    'Total at the last price': money(orders.together, quote, slot),
  }
}

/** The fate of the coins that the bot has bought. */
function CoinsWords({ bot, leave }: { bot: GridBot | undefined; leave: Leave }) {
  const inSells = bot && pendingOrders(bot)?.inSells
  const hasCoins = inSells && !isZero(inSells)
  const coins = <Units value={inSells} unit={bot && currenciesOf(bot).base} />
  const all = 'Everything the bot holds is sold by one market order, at the best price available'
  if (leave === 'keep') {
    return (
      <>
        The coins the bot has bought stay on the account, free to trade
        {hasCoins && <>: the {coins} of its sell orders</>}.
      </>
    )
  }
  if (leave === 'sell') {
    return hasCoins ? (
      <>
        {all}, with the {coins} of its sell orders. This cannot be undone.
      </>
    ) : (
      `${all}. This cannot be undone.${inSells ? ' It has no sell orders: it may hold nothing.' : ''}`
    )
  }
  if (!hasCoins) return remaindersInWords([bot])
  return (
    <>
      The service does not say what it does with the {coins}. It is expected to stay on the
      exchange. Check on the exchange afterwards.
    </>
  )
}

/** An amount inside a sentence: its unit is as strong as its words. */
const Units = ({ value, unit }: { value: Decimal | undefined; unit: string | undefined }) => (
  <span className="whitespace-nowrap">
    <Amount value={value} minPlaces={2} /> {unit}
  </span>
)
