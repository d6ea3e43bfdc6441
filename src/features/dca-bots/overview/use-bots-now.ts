import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { DcaBot } from '#contract/dca-bots.ts'
import { listHistory } from '#contract/history.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { useWeekPrices } from '#market/candles.ts'
import { useListedPairs } from '#market/pairs.tsx'
import { useRealised } from '#market/profits.ts'
import { failureWords } from '#query/failure-words.ts'
import { fromSlashPair } from '#trading/pair.ts'

import { marketOf } from '../ladder.ts'
import { openDealsOf } from '../live-deals.ts'
import { ordersOn, readDeals } from '../queries.ts'
import type { BotNow } from './bots-figures.ts'

/** Of a bot whose service keeps its open deals itself. */
const NO_HISTORY = { rows: [], isWhole: false }

const NOT_YET = 'The history is being read.'

/** What the bots of a list do now: their deals from one history read, and the prices of their pairs. */
export function useBotsNow(data: Rows<DcaBot> | undefined) {
  const { realised, error } = useRealised('dca_bot', { isWanted: data !== undefined })
  const { pairs } = useListedPairs({ isWanted: data !== undefined, arePriced: true })
  const first = useMemo(
    () =>
      data &&
      readableRows(data).map((bot): BotNow => {
        const market = marketOf(bot, pairs)
        if (bot.deals !== undefined) {
          return { bot, open: openDealsOf(bot, NO_HISTORY, market), price: market?.last }
        }
        const open =
          realised &&
          openDealsOf(bot, { rows: realised.fills, isWhole: realised.since === undefined }, market)
        return {
          bot,
          open: realised && realised.unread > 0 ? hiddenByUnread(bot, open) : open,
          price: market?.last,
        }
      }),
    [data, realised, pairs],
  )
  const older = useOlderOrders(first)
  const bots = useMemo(
    () =>
      first?.map((now) => {
        const isOpen = now.open?.kind === 'unknown' && now.bot.deals === undefined
        const orders = isOpen ? older.get(now.bot.pair ?? '') : undefined
        return orders ? { ...now, open: readDeals(now.bot, orders, marketOf(now.bot, pairs)) } : now
      }),
    [first, older, pairs],
  )
  const week = useWeekPrices(
    (bots ?? []).map(({ bot: { id, pair, exchange }, open }) => ({
      id,
      exchange,
      pair:
        pair !== undefined && open?.kind === 'known' && open.deals.length > 0
          ? fromSlashPair(pair)
          : undefined,
    })),
  )
  return {
    bots,
    week,
    realised,
    /** Why open deals are not known. */
    whyUnread:
      realised === undefined
        ? error
          ? `The history could not be loaded: ${failureWords(error)}`
          : NOT_YET
        : 'The open deals cannot be told from the history and prices that were read.',
  }
}

/** More pairs are not read: each is a request. */
const MOST_PAIRS = 3

/**
 * The orders of pairs whose open deal began before the newest orders of all: the deals that are open
 * longest are those most at risk.
 */
function useOlderOrders(bots: readonly BotNow[] | undefined) {
  const asked = [
    ...new Set(
      (bots ?? []).flatMap(({ bot, open }) =>
        open?.kind === 'unknown' && bot.deals === undefined ? (bot.pair ?? []) : [],
      ),
    ),
  ].slice(0, MOST_PAIRS)
  return useQueries({
    queries: asked.map((pair) => ({
      ...ordersOn(pair),
      meta: { endpoint: listHistory, isExtra: true },
      refetchInterval: OLDER_EVERY,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) => {
          const pair = asked[index]
          return pair === undefined || !data ? [] : [[pair, data] as const]
        }),
      ),
  })
}

const OLDER_EVERY = 120_000

/** An order that could not be read may belong to any deal. */
const hiddenByUnread = (bot: DcaBot, open: BotNow['open']): BotNow['open'] =>
  bot.active_trades === 0
    ? open
    : { kind: 'unknown', reason: 'Some orders in the history could not be read.' }
