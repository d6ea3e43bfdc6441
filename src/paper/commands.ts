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

/** The command that the first words name, if they name one. Throws `Problem`. */
export function commandOf(
  args: string[],
): ((root: string) => Promise<string> | string) | undefined {
  const [first, second = '', ...rest] = args
  if (first === 'pair') return (root) => pair(args.slice(1), root)
  if (first !== 'keys') return undefined
  const command = KEY_COMMANDS.get(second)
  if (!command) {
    throw new Problem('Say what to do: npm run -s paper -- keys add, list, revoke or token.')
  }
  return (root) => command(rest, root)
}
