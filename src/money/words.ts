import { formatCount } from './format.ts'

/** "1 bot", "1,200 bots", "2 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Returns `fallback` for an empty text. */
export const textOr = <T>(text: string, fallback: T): string | T => (text === '' ? fallback : text)

/** A code in words: "stop_limit" → "Stop limit". */
export function codeWords(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Joins words, skipping missing ones: "grid, BTC/USDT, Harbour". */
export const joined = (
  words: readonly (string | number | false | undefined)[],
  between = ', ',
): string =>
  words.filter((word) => word !== undefined && word !== false && word !== '').join(between)

/** "a", "a and b", "a, b and c". */
export const list = (words: readonly string[], before: 'and' | 'or' = 'and'): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${before} ${words[words.length - 1] ?? ''}`
