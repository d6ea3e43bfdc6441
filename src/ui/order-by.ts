import { thenBy } from '#money/numbers.ts'
/** Compares two rows; `turn` is -1 for descending. */
export type RowOrder<Row> = (a: Row, b: Row, turn: 1 | -1) => number

/** Orders by a value: unknown ones last in both directions; amounts grouped by currency. */
export function orderBy<Row, T>(
  valueOf: (row: Row) => T | undefined,
  compareValues: (a: T, b: T) => number,
  unitOf: (row: Row) => string | undefined = () => '',
): RowOrder<Row> {
  return (a, b, turn) => {
    const [first, second] = [valueOf(a), valueOf(b)]
    if (first === undefined || second === undefined) {
      return Number(first === undefined) - Number(second === undefined)
    }
    return thenBy(inWords(unitOf(a) ?? '', unitOf(b) ?? ''), turn * compareValues(first, second))
  }
}

export const inNumbers = (a: number, b: number): number => a - b
export const inWords = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
