const NAMES = { account: 'account', price: 'last price', balance: 'free balance' } as const

/** What a trader has to know before real money goes out. */
export type Figure = keyof typeof NAMES

/** "The account, the last price"; `undefined` where nothing is missing. */
export function notKnownWords(missing: readonly Figure[]): string | undefined {
  if (missing.length === 0) return undefined
  const names = missing.map((figure, index) => `${index === 0 ? 'The' : 'the'} ${NAMES[figure]}`)
  const last = names.pop()
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`
}

/** Those that are `undefined` or false. */
export const missingOf = (known: Partial<Record<Figure, unknown>>): Figure[] =>
  (['account', 'price', 'balance'] as const).filter(
    (figure) => figure in known && (known[figure] === undefined || known[figure] === false),
  )
