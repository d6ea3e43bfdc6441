import { useQuery } from '@tanstack/react-query'

import { getGridBot, listGridBots } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import { isUnreadable } from '#contract/read.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension } from '#query/service.tsx'

import { gridBotList, gridBotOf } from '../queries.ts'

const UNREADABLE = 'The service sent this bot in a form that cannot be read.'

/** The bot by whichever way the service offers: by id, out of its list, or not at all. */
export function useBot(botId: Id) {
  const isOffered = useExtension(getGridBot)
  const isListed = useExtension(listGridBots)
  const one = useQuery({ ...gridBotOf(botId), enabled: isOffered === true })
  const all = useQuery({ ...gridBotList(), enabled: isOffered === false && isListed === true })
  const isUntold = isOffered === false && isListed === false
  const query = isOffered === true ? one : all
  const row = isOffered === true ? one.data : all.data?.find((bot) => bot.id === botId)
  const found = row && !isUnreadable(row) ? row : undefined
  const isAbsent = isOffered !== true && all.data !== undefined && row === undefined
  const { error } = query
  return {
    bot: found,
    isUntold,
    isPending: !isUntold && row === undefined && !error && !isAbsent,
    readAt: query.dataUpdatedAt,
    failure: error
      ? {
          status: error.failure.kind === 'refused' ? error.failure.status : undefined,
          message: failureWords(error),
          raw: error.failure.kind === 'unreadable' ? error.failure.raw : undefined,
        }
      : row && isUnreadable(row)
        ? { status: undefined, message: UNREADABLE, raw: row.raw }
        : isAbsent
          ? { status: 404, message: 'It is not in the list of this service.', raw: undefined }
          : undefined,
    refetch: () => void query.refetch(),
  }
}
