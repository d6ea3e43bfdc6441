/** A figure is written as it is; a text is kept from being taken for a formula. */
export type CsvCell = { figure: string } | string | null | undefined

/**
 * What a spreadsheet begins a formula with, in its narrow and its wide form. One that has an apostrophe
 * already gets another, so that taking one away gives back what was sent.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * A table as RFC 4180 has it: commas, CRLF, quotes where they are needed. A text that a spreadsheet
 * would calculate gets an apostrophe in front; an unknown value is an empty cell.
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: CsvCell): string {
  if (cell == null) return ''
  if (typeof cell !== 'string') return cell.figure
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With the mark by which spreadsheets know the letters for UTF-8. */
export const csvFile = (text: string): Blob =>
  new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })

/** A word for a file's name: letters, digits and hyphens alone. */
export const fileWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/^$/, 'unnamed')
