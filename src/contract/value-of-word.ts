/** Looks up a word from a response, but no inherited name such as `constructor`. */
export function valueOfWord<T>(
  table: Readonly<Record<string, T>>,
  word: string | undefined,
): T | undefined
export function valueOfWord<T, U>(
  table: Readonly<Record<string, T>>,
  word: string | undefined,
  otherwise: U,
): T | U
export function valueOfWord<T, U>(
  table: Readonly<Record<string, T>>,
  word: string | undefined,
  otherwise?: U,
): T | U | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : otherwise
}

export const knownWord = <W extends string>(
  words: readonly W[],
  word: string | null | undefined,
): W | undefined => words.find((known) => known === word)
