import { backup, check, restore } from './file-commands.ts'
import { addKey, listKeys, renewKeyToken, revokeKey } from './key-commands.ts'
import { pair } from './pair-command.ts'
import { Problem } from './problem.ts'

/** What a command does with the rest of its words: its whole output. */
export type Command = (args: string[], root: string) => Promise<string> | string

const KEY_COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['add', addKey],
  ['list', listKeys],
  ['revoke', revokeKey],
  ['token', renewKeyToken],
])

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['pair', pair],
  ['backup', backup],
  ['restore', restore],
  ['check', check],
])

/** The command that the first words name, if they name one. Throws `Problem`. */
export function commandOf(
  args: string[],
): ((root: string) => Promise<string> | string) | undefined {
  const [first, second = '', ...rest] = args
  const only = COMMANDS.get(first ?? '')
  if (only) return (root) => only(args.slice(1), root)
  if (first !== 'keys') return undefined
  const command = KEY_COMMANDS.get(second)
  if (!command) {
    throw new Problem('Say what to do: npm run -s paper -- keys add, list, revoke or token.')
  }
  return (root) => command(rest, root)
}
