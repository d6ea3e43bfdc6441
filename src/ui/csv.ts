import { type Decimal, toText } from '#money/decimal.ts'

/** A figure keeps its digits; a text is protected from being read as a formula. */
export type CsvCell = { figure: string } | string | null | undefined

/** All digits; empty if unknown. */
export const csvFigure = (value: Decimal | null | undefined): CsvCell =>
  value && { figure: toText(value) }

/** Start of a formula. Existing apostrophes get another, so that removing one restores the text. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A table by RFC 4180, or with semicolons and decimal commas. Texts like formulas get an apostrophe; unknown values are empty. */
export function csvText(rows: readonly (readonly CsvCell[])[], separator: ',' | ';' = ','): string {
  return rows.map((cells) => `${cells.map(cellText(separator)).join(separator)}\r\n`).join('')
}

const cellText = (separator: string) => (cell: CsvCell) => {
  if (cell == null) return ''
  if (typeof cell !== 'string') return cell.figure.replace('.', separator === ';' ? ',' : '.')
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With the byte order mark by which spreadsheets recognise UTF-8. */
export const csvFile = (text: string): Blob =>
  new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })

/** Letters, digits and hyphens, for a file name. */
export const fileWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/^$/, 'unnamed')
