import type { Page } from '@playwright/test'

import { type Decimal, decimal, isDecimal, sum } from '#money/decimal.ts'

/** The words of a cell or key figure, the exact decimal behind each of its amounts, and where it leads. */
export type Cell = { text: string; exact: string[]; link?: string | undefined }
type TableReading = { heads: string[]; rows: Cell[][]; total: Cell[] | undefined }
type Reading = { figures: [name: string, cell: Cell][]; tables: [caption: string, TableReading][] }

export type Shown = ReturnType<typeof shownOf>

/** Reads every figure and table of a page as it is now, by the names that people read. */
export const readFigures = async (page: Page): Promise<Shown> =>
  shownOf(await page.evaluate(readingOfPage))

/** Runs in the page, so it stands by itself. */
function readingOfPage(): Reading {
  const words = (element: Element | null | undefined) =>
    (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const cellOf = (element: Element): Cell => ({
    text: words(element),
    exact: Array.from(element.querySelectorAll<HTMLElement>('[data-exact]'), (one) => {
      return one.dataset['exact'] ?? ''
    }),
    link: element.querySelector('a')?.getAttribute('href') ?? undefined,
  })
  const isName = (element: Element | null | undefined): element is Element => words(element) !== ''
  const figures = Array.from(document.querySelectorAll('dl > div')).flatMap(
    (pair): [string, Cell][] => {
      const [term, value] = [pair.querySelector('dt'), pair.querySelector('dd')]
      return isName(term) && value ? [[words(term), cellOf(value)]] : []
    },
  )
  // A table without heads is a list of names and figures.
  for (const row of document.querySelectorAll('table:not(:has(thead)) tr')) {
    const [term, value] = row.children
    if (isName(term) && value) figures.push([words(term), cellOf(value)])
  }
  const tables = Array.from(
    document.querySelectorAll('table:has(thead)'),
    (table): [string, TableReading] => {
      const rowsOf = (part: string) =>
        Array.from(table.querySelectorAll(`:scope > ${part} > tr`), (row) =>
          Array.from(row.children).flatMap((cell) => {
            const further = Number(cell.getAttribute('colspan') ?? 1) - 1
            return [
              cellOf(cell),
              ...Array.from({ length: further }, () => ({ text: '', exact: [] })),
            ]
          }),
        )
      const heads = (rowsOf('thead')[0] ?? []).map(({ text }) => text)
      const rows = rowsOf('tbody').filter((cells) => cells.length === heads.length)
      return [words(table.querySelector('caption')), { heads, rows, total: rowsOf('tfoot')[0] }]
    },
  )
  return { figures, tables }
}

export type Row = { first: Cell; cell: (head: string | RegExp) => Cell }

const NOTHING: Cell = { text: '—', exact: [] }

function shownOf({ figures, tables }: Reading) {
  const is = (wanted: string | RegExp) => (name: string) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name)
  const table = (caption: string | RegExp) => {
    const found = tables.find(([name]) => is(caption)(name))?.[1]
    const at = (head: string | RegExp) => found?.heads.findIndex(is(head)) ?? -1
    const rows = (found?.rows ?? []).map((row) => ({
      first: row[0] ?? NOTHING,
      cell: (head: string | RegExp): Cell => row[at(head)] ?? NOTHING,
    }))
    return {
      rows,
      /** The cells of a column, of all rows or of some. */
      column: (head: string | RegExp, where: (row: Row) => boolean = () => true): Cell[] =>
        at(head) < 0 ? [] : rows.filter(where).map(({ cell }) => cell(head)),
      total: (head: string | RegExp): Cell => found?.total?.[at(head)] ?? NOTHING,
      totalLabel: found?.total?.[0] ?? NOTHING,
    }
  }
  return {
    /** The figure of a name; a dash if the page shows none. */
    figure: (name: string | RegExp): Cell => figures.find(([own]) => is(name)(own))?.[1] ?? NOTHING,
    names: figures.map(([name]) => name),
    table,
  }
}

/** The exact figure of a cell, or else what its text says; `undefined` for a dash. */
export function valueOf({ text, exact: [exact] }: Cell): Decimal | undefined {
  if (exact !== undefined) return decimal(exact)
  const [written] = /[+−]?[\d,]*\d(\.\d+)?/.exec(text) ?? []
  const plain = written?.replaceAll(',', '').replace('−', '-').replace('+', '')
  return plain !== undefined && isDecimal(plain) ? decimal(plain) : undefined
}

/** The sum of cells; unknown if one of them is. Cells of words alone count for nothing. */
export function sumOf(cells: readonly Cell[]): Decimal | undefined {
  if (cells.length === 0 || cells.some(({ text }) => text.startsWith('—'))) return undefined
  return sumOfKnown(cells)
}

/** The sum of the cells that are known, for a total that says what it leaves out. */
export const sumOfKnown = (cells: readonly Cell[]): Decimal =>
  sum(cells.flatMap((cell) => valueOf(cell) ?? []))
