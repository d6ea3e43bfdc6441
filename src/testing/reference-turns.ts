/** Prices reached within a second, by a fall or a rise, and their consequences. */
export type Reached = { price: bigint; number: number; falls: boolean; act: () => void }

/**
 * Each acts in its turn, the nearest first: what the price fell to from the highest down, then what
 * it rose to from the lowest up, and the older of two at one price.
 */
export function actInTurn(reached: Reached[]): void {
  reached.sort((a, b) => {
    if (a.falls !== b.falls) return a.falls ? -1 : 1
    if (a.price !== b.price) return a.price < b.price === a.falls ? 1 : -1
    return a.number - b.number
  })
  for (const { act } of reached) act()
}
