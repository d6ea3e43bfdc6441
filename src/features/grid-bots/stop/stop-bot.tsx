import { Link } from '@tanstack/react-router'

import {
  type GridBot,
  LEFT_AT_STOP,
  type LeftAtStop,
  startGridBot,
  stopGridBot,
} from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { Decisive, type EffectRow, factRows } from '#forms/effect.tsx'
import { useBefore } from '#forms/use-write.ts'
import { writeAction } from '#forms/write-action.tsx'
import { NEXT_LINK } from '#forms/write-words.ts'
import { useExchangeOf } from '#market/accounts.ts'
import { accountOf } from '#market/names.tsx'
import { type Decimal, isZero } from '#money/decimal.ts'
import { formatPrice, plural } from '#money/format.ts'
import { useExtension } from '#query/service.tsx'
import { can } from '#trading/allowed.ts'
import { Amount } from '#ui/amount.tsx'
import { type Facts, money } from '#ui/facts.tsx'
import { Segmented } from '#ui/segmented.tsx'

import { currenciesOf, gridResult } from '../bot-facts.ts'
import { pendingOrders, whyNoSize } from '../bot/grid-lines.ts'
import { GridPicture } from '../grid-picture.tsx'
import { resultRows } from '../result-rows.tsx'
import { remaindersOf, remaindersInWords, stopLabel } from './stop-words.ts'

/** `bot` is `undefined` if the service lists no bots. */
export type BotToStop = { botId: Id; bot: GridBot | undefined }

export const stopBot = writeAction(stopGridBot, {
  label: 'Stop bot',
  // The service's default for the coins comes first, because the specification has only that.
  choices: ['unsaid', ...LEFT_AT_STOP],
  request: ({ botId }: BotToStop, leave) => ({
    params: { id: botId },
    ...(leave !== 'unsaid' && { body: { leave } }),
  }),
  obstacle: ({ bot }) => bot && can.stopGridBot(bot),
  useFacts: ({ of: { bot }, intent }) => ({
    before: useBefore(bot, intent),
    exchange: useExchangeOf(bot?.account_id),
    canStart: useExtension(startGridBot) === true,
    canLeave: useExtension({ name: stopGridBot.bodyExtension }) === true,
  }),
  account: ({ of: { bot } }) => accountOf(bot),
  title({ of: { bot, botId }, answer }) {
    const name = (bot ?? answer)?.name ?? `grid bot ${botId}`
    return answer ? `Stopped ${name}` : `Stop ${name}`
  },
  words: ({ of: { bot, botId }, choice }) => ({
    act:
      choice === 'sell'
        ? 'Stop bot, sell its coins'
        : stopLabel('Stop bot', bot && pendingOrders(bot), 1),
    anyway: 'Stop anyway',
    leave: 'Keep running',
    done: 'Stopped at',
    refused: 'The bot was not stopped.',
    unknown: 'It may be stopped.',
    asked: `stop bot ${botId}${choice === 'sell' ? ' and sell its coins' : ''}`,
  }),
  review: ({ of: { bot }, choice, facts: { canStart } }) => ({
    sentence: <Plan bot={bot} leave={choice} />,
    rows: bot && stopRows(bot),
    note: (
      <>
        <CoinsWords bot={bot} leave={choice} /> {startWords(canStart)}
      </>
    ),
    isCaution: choice !== 'keep',
    unknown: bot && whyNoSize(bot),
  }),
  controls: ({ of: { bot }, choice, choose, facts: { canLeave } }) =>
    canLeave && (
      <div className="pb-2">
        <Segmented
          label="Coins of the bot"
          isLabelVisible
          isFull
          size="tall"
          value={choice}
          options={LEAVES.map((option) => ({
            ...option,
            reason:
              option.value === 'unsaid' ? undefined : bot && can.leaveAtStop(bot, option.value),
          }))}
          onChange={choose}
        />
      </div>
    ),
  done: ({ answer, choice, facts: { before, canStart } }) => ({
    sentence: answer ? (
      <>
        {answer.name} is {answer.is_enabled ? 'stopping' : 'switched off'} at a total of{' '}
        <Total bot={answer} />. {leftWords(choice, answer)}
      </>
    ) : (
      'Accepted. The bot is being read.'
    ),
    rows: answer && stoppedRows(answer, before),
    note: startWords(canStart),
  }),
  picture: ({ of: { bot }, answer, facts: { before, exchange } }) => {
    const shown = answer ?? before ?? bot
    return shown && <GridPicture bot={shown} exchange={exchange} />
  },
  next: ({ of: { botId } }) => ({
    link: (
      <Link to="/grid-bots/$botId" params={{ botId }} className={NEXT_LINK}>
        See the bot
      </Link>
    ),
  }),
  reread: {
    words: ({ is_enabled: isEnabled }, { body }) => ({
      words: `Read again: the bot is ${isEnabled ? 'still running' : 'disabled'}${isEnabled || body.leave !== 'sell' ? '' : '. See History for the sale of its coins'}`,
      isDone: !isEnabled && body.leave !== 'sell' ? 'The bot is stopped.' : undefined,
    }),
    notOffered: 'The bot cannot be read here, so its state is not known.',
  },
  again: {
    label: 'Send stop again (safe)',
    next: 'Sending it again is safe: stopping a bot that is stopped changes nothing.',
  },
})

const Total = ({ bot }: { bot: GridBot }) => {
  const { total, unit = '', reason } = gridResult(bot)
  return <Decisive value={total} signed currency={unit} unit={unit} reason={reason} />
}

function Plan({ bot, leave }: { bot: GridBot | undefined; leave: Leave }) {
  if (!bot)
    return 'Stops the bot. The service does not list it, so its orders and coins are unknown.'
  const { open, unit = '', reason } = gridResult(bot)
  const orders = pendingOrders(bot)
  const verb = { unsaid: 'Stops the bot with', keep: 'Keeps', sell: 'Sells at the market' }[leave]
  const look = { currency: unit, unit, reason: whyNoSize(bot) }
  if (orders?.inSells && isZero(orders.inSells)) {
    return (
      <>
        Stops the bot. No coins are in sell orders. Its open result is{' '}
        <Decisive value={open} {...look} reason={reason} signed />.
      </>
    )
  }
  return (
    <>
      {verb}{' '}
      <Decisive value={orders?.inSells} unit={currenciesOf(bot).base} reason={whyNoSize(bot)} /> of
      its sell orders, worth <Decisive value={orders?.sellsWorth} {...look} />. Its open result is{' '}
      <Decisive value={open} {...look} reason={reason} signed />.
    </>
  )
}

export function stopRows(bot: GridBot): EffectRow[] {
  return [
    ['State', 'Running', 'Disabled'],
    ['Pending orders', countOf(bot), '0'],
    ...factRows(freedFacts(bot) ?? {}),
    ...resultRows(bot),
  ]
}

export function stoppedRows(bot: GridBot, before: GridBot | undefined): EffectRow[] {
  return [
    ['State', before ? 'Running' : null, bot.is_enabled ? 'Running' : 'Disabled'],
    ['Pending orders', countOf(before), countOf(bot)],
    ['Round trips', bot.total_profits_count],
    ...resultRows(bot, before),
  ]
}

function countOf(bot: GridBot | undefined): number | null {
  const orders = bot && pendingOrders(bot)
  return orders ? orders.buys + orders.sells : null
}

function leftWords(leave: Leave, bot: GridBot): string {
  if (leave === 'sell') {
    return 'Its coins are sold by one market order, unless they are below the minimum of the exchange: see History.'
  }
  if (leave === 'keep') return 'The coins the bot has bought stay on the account.'
  return `Check on the exchange what happened to ${remaindersOf([bot])}.`
}

const startWords = (canStart: boolean): string =>
  canStart ? 'It can be started again from its page.' : 'It cannot be started again from this app.'

type Leave = LeftAtStop | 'unsaid'

const LEAVES: readonly { value: Leave; label: string }[] = [
  { value: 'unsaid', label: 'Bot’s own setting' },
  { value: 'keep', label: 'Keep' },
  { value: 'sell', label: 'Sell at market' },
]

/** Funds released by cancelling a bot's orders; `undefined` if it has none or they are unknown. */
export function freedFacts(bot: GridBot): Facts | undefined {
  const { base, quote } = currenciesOf(bot)
  const orders = pendingOrders(bot)
  if (!orders || orders.buys + orders.sells === 0) return undefined
  const price = bot.current_price ? formatPrice(bot.current_price) : 'an unknown price'
  const slot = { hasUnitSlot: true }
  return {
    [`Released from ${plural(orders.buys, 'buy')}`]: money(orders.inBuys, quote, slot),
    [`Released from ${plural(orders.sells, 'sell')}`]: (
      <Amount value={orders.inSells} minPlaces={2} unit={base} {...slot} />
    ),
    [`Sell orders at ${price}`]: money(orders.sellsWorth, quote, slot),
    'Total released at the last price': money(orders.together, quote, slot),
  }
}

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

const Units = ({ value, unit }: { value: Decimal | undefined; unit: string | undefined }) => (
  <span className="whitespace-nowrap">
    <Amount value={value} minPlaces={2} /> {unit}
  </span>
)
