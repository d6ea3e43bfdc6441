import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

import { list } from '#money/format.ts'

import { commandLine } from './command-line.ts'
import { UsageProblem } from './problem.ts'

type Options = NonNullable<ParseArgsConfig['options']>

const help = () => `${commandLine('--help')} lists what there is`

/** `parseArgs` with our own messages for invalid arguments. */
export function readArguments<O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args: withNegatives(args), options, strict: true, allowPositionals: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const flag = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 'a flag'
    throw code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? new UsageProblem(`There is no flag ${flag}; ${help()}.`)
      : new UsageProblem(`The flag ${flag} was not given as it should be; ${help()}.`)
  }
}

/** The flags of a command that takes only flags. Throws `Problem`. */
export function readFlags<O extends Options>(args: string[], options: O, command: string) {
  const { values, positionals } = readArguments(args, options)
  const [word] = positionals
  if (word !== undefined) throw new UsageProblem(`${command} takes flags alone, not ${word}.`)
  return values
}

/** The flags of a command, and the one word that it takes. Throws `Problem`. */
export function readOneWord<O extends Options>(
  args: string[],
  options: O,
  { named, command }: { named: string; command: string },
) {
  const { values, positionals } = readArguments(args, options)
  const [word, ...more] = positionals
  if (word !== undefined && more.length === 0) return { values, word }
  throw new UsageProblem(`Name one ${named}: ${commandLine(command)}.`)
}

export const textOf = (file: string, wanted: string): string =>
  bytesOf(file, wanted).toString('utf8')

export function bytesOf(file: string, wanted: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new UsageProblem(`The file ${file} cannot be read; ${wanted}.`)
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

export const variableOf = (flag: string): string =>
  `QUARTERDECK_${flag.toUpperCase().replaceAll('-', '_')}`

/** Adds flags from environment variables to the words. An error in one names its variable. */
export function withEnvironment<T>(
  args: readonly string[],
  options: Options,
  environment: Environment,
  read: (args: string[]) => T,
): T {
  const isGiven = (flag: string): boolean =>
    args.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
  const found = Object.entries(options).flatMap(([flag, option]) => {
    const value = environment[variableOf(flag)] ?? ''
    return value === '' || isGiven(flag) ? [] : [{ flag, value, option }]
  })
  const words = found.flatMap(({ flag, value, option: { type, multiple } }) => {
    if (type === 'boolean') return readTruth(variableOf(flag), value) ? [`--${flag}`] : []
    return (multiple ? value.split(',') : [value]).map((one) => `--${flag}=${one.trim()}`)
  })
  try {
    return read([...words, ...args])
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error
    const message = found.reduce(
      (said, { flag }) => said.replace(new RegExp(`--${flag}(?![a-z-])`, 'g'), variableOf(flag)),
      error.message,
    )
    throw new UsageProblem(message, { cause: error })
  }
}

function readTruth(variable: string, text: string): boolean {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0)$/i.test(text)) return false
  throw new UsageProblem(`${variable} takes true or false, not ${quoted(text)}.`)
}

/** `--seed -1` is read as `--seed=-1`, so that the flag's own rule reports the error. */
const withNegatives = (args: readonly string[]): string[] =>
  args.flatMap((word, index) => {
    if (isNegative(word) && isFlag(args[index - 1])) return []
    const next = args[index + 1]
    return isFlag(word) && isNegative(next) ? [`${word}=${next}`] : [word]
  })

const isFlag = (word: string | undefined): boolean => /^--[a-z-]+$/.test(word ?? '')
const isNegative = (word: string | undefined): word is string => /^-\d/.test(word ?? '')

/** A whole number within bounds. Throws `Problem`. */
export function readCount(flag: string, text: string, least: number, most: number): number {
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (count >= least && count <= most) return count
  throw new UsageProblem(
    `${flag} takes a whole number from ${least} to ${most}, not ${quoted(text)}.`,
  )
}

export function readChoice<const W extends string>(
  flag: string,
  text: string,
  words: readonly W[],
): W {
  const word = words.find((each) => each === text)
  if (word !== undefined) return word
  throw new UsageProblem(`${flag} takes ${list(words, 'or')}, not ${quoted(text)}.`)
}

/** Scheme, host and port of a URL, as browsers write an origin. */
export function readOrigin(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url?.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    // A semicolon would begin another directive of the content security policy.
    /^[\w.-]+$|^\[[\da-f:.]+\]$/.test(url.hostname)
  if (url && isPlain && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageProblem(
    `${flag} takes an origin such as https://example.com, not ${quoted(text)}.`,
  )
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** "2s", "15m", "24h" or "7d" in milliseconds. */
export function readDuration(flag: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (Number(count) > 0) return Number(count) * UNITS[unit as keyof typeof UNITS]
  throw new UsageProblem(`${flag} takes a time such as 15m, 24h or 7d, not ${quoted(text)}.`)
}

export const quoted = (text: string): string => JSON.stringify(text)
