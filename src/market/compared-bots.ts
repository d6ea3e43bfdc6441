import { type Id, readId, uuid } from '#contract/primitives.ts'

export type BotRef = { kind: 'grid'; id: Id } | { kind: 'dca'; id: string }

/** More lines would be indistinguishable. */
export const MOST_COMPARED = 6

/** Name of a bot in an address: "grid-12" or "dca-" and its UUID. */
export const botKey = ({ kind, id }: BotRef): string => `${kind}-${id}`

export const botsInAddress = (bots: readonly BotRef[]): string =>
  bots.slice(0, MOST_COMPARED).map(botKey).join('_')

/** Bots in an address, without duplicates and invalid names. */
export function botsOfAddress(text: string): BotRef[] {
  const bots = new Map<string, BotRef>()
  for (const name of text.split('_')) {
    const bot = botOf(name)
    if (bot) bots.set(botKey(bot), bot)
  }
  return [...bots.values()].slice(0, MOST_COMPARED)
}

function botOf(name: string): BotRef | undefined {
  const [, kind, rest = ''] = /^(grid|dca)-(.+)$/.exec(name) ?? []
  if (kind === 'grid') {
    const id = /^[1-9]\d*$/.test(rest) ? readId(rest) : undefined
    return id === undefined ? undefined : { kind, id }
  }
  const id = kind === 'dca' ? uuid.safeParse(rest) : undefined
  return id?.success ? { kind: 'dca', id: id.data } : undefined
}
