export type Stored = Readonly<Record<string, unknown>>

/** A record of `src/session`, parsed; `null` if it is absent, damaged or forbidden. */
export function stored(storage: () => Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage().getItem(`quarterdeck.${key}`) ?? 'null')
  } catch {
    return null
  }
}
