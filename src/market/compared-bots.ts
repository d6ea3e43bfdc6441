import { type Id, readId, uuid } from '#contract/primitives.ts'

/** A bot that is compared with others. */
export type BotRef = { kind: 'grid'; id: Id } | { kind: 'dca'; id: string }

/** With more lines nobody tells them apart. */
export const MOST_COMPARED = 6

/** The name of a bot in an address: "grid-12", "dca-" and its UUID. */
export const botKey = ({ kind, id }: BotRef): string => `${kind}-${id}`

/** Bots as the address of the compare page holds them. */
export const botsInAddress = (bots: readonly BotRef[]): string =>
  bots.slice(0, MOST_COMPARED).map(botKey).join('_')

/** The bots that an address names, each once; a name that cannot be read is left out. */
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
