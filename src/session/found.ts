/** Reading values of unknown shape: what a browser kept may be old, edited by hand or damaged. */

export function membersOf(found: unknown): Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
}

export function listOf<T>(found: unknown, read: (item: unknown) => T | undefined): T[] {
  if (!Array.isArray(found)) return []
  return found.map(read).filter((item): item is NonNullable<typeof item> => item !== undefined)
}

export function textOf(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined
}

export function wholeOf(found: unknown): number | undefined {
  return Number.isSafeInteger(found) ? (found as number) : undefined
}

/** An identifier: a whole number, or as text where a number would lose some of its digits. */
export function idOf(found: unknown): number | string | undefined {
  const text = textOf(found)
  if (text === undefined) return wholeOf(found)
  return /^[1-9]\d{15,39}$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : undefined
}

export function oneOf<const T extends string>(
  choices: readonly T[],
  found: unknown,
): T | undefined {
  return choices.find((choice) => choice === found)
}
