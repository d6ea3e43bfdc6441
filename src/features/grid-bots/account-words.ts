import type { GridBot } from '#contract/grid-bots.ts'
import type { Id } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'

/** Whose bot it is, by name and number; the ends of numbers are too much alike to tell accounts by. */
export function accountWords(name: string | undefined, id: Id): string {
  const unnamed = `Account ${id}`
  return !name || name === unnamed ? unnamed : `${name}, account ${id}`
}

/** The account of a bot; a service without a list tells nothing of it. */
export const accountOf = (bot: Read<GridBot> | undefined): string =>
  bot?.account_id === undefined
    ? 'Account not told by the service'
    : accountWords(bot.account_name, bot.account_id)
