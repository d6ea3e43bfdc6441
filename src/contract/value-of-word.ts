/**
 * What a table holds for a word of an answer. A plain lookup would also find what every object has:
 * `toString` or `constructor` is a word, too.
 */
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

/** The word if it is one of those that are known here. */
export const knownWord = <W extends string>(
  words: readonly W[],
  word: string | null | undefined,
): W | undefined => words.find((known) => known === word)
