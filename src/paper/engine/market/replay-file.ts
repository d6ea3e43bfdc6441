import { gunzipSync } from 'node:zlib'

import { strFromU8, unzipSync } from 'fflate'
import papaparse from 'papaparse'

import type { Instant } from '#contract/primitives.ts'
import {
  add,
  compare,
  type Decimal,
  decimal,
  isNegative,
  isPositive,
  readDecimal,
  toText,
} from '#money/decimal.ts'

import { QUOTE } from './instruments.ts'
import type { ReplayRow } from './replay-market.ts'

const SECOND = 1_000
const MINUTE = 60_000

/** Rows by time, or the first wrong line with its fault. */
type ReplayFile = { rows: ReplayRow[] } | { fault: string }

/** Headings of each column, in lower case. `volume btc` of a BTC pair counts as volume. */
const HEADINGS = {
  time: ['open_time', 'unix', 'time', 'timestamp', 'start', 'created_time', 'date'],
  pair: ['pair', 'symbol', 'instrument_name'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  price: ['price'],
  volume: ['volume', 'vol', 'size', 'qty'],
  confirm: ['confirm'],
}
type Column = keyof typeof HEADINGS
const CANDLE = ['open', 'high', 'low', 'close', 'volume'] as const
const TRADE: readonly Column[] = ['price', 'volume']

/** Columns of files without a heading. Beyond them, values are ignored. */
const LAYOUTS: readonly { columns: readonly Column[]; values: number }[] = [
  { columns: ['time', 'pair', ...CANDLE], values: 7 },
  { columns: ['time', 'pair', ...TRADE], values: 4 },
  // Binance.
  { columns: ['time', ...CANDLE], values: 12 },
  // Kraken: candles with a number of trades, and single trades.
  { columns: ['time', ...CANDLE], values: 7 },
  { columns: ['time', ...TRADE], values: 3 },
  { columns: ['time', ...CANDLE], values: 6 },
  // Coinbase. With these, a file that fits both orders has the same candles in both.
  { columns: ['time', 'low', 'high', 'open', 'close', 'volume'], values: 6 },
]

const HIGHEST = decimal('1000000000')
/** In bytes: about the longest text of Node. */
const LARGEST = 2 ** 29

/** Reads a CSV file that may be compressed: gzip, or the only one in a zip. See `readReplay`. */
export function readReplayFile(bytes: Uint8Array, name: string, pair?: string): ReplayFile {
  const file = unpacked(bytes, name)
  return typeof file === 'string' ? { fault: file } : readReplay(file.text, file.name, pair)
}

/** The text, with the name of what is in a zip added to the file's; or a fault. */
function unpacked(bytes: Uint8Array, name: string): { text: string; name: string } | string {
  const kind = strFromU8(bytes.subarray(0, 2), true)
  try {
    // Node reads all members of a gzip file, and their checksums.
    const text = kind === '\u001F\u008B' ? gunzipSync(bytes, { maxOutputLength: LARGEST }) : bytes
    if (kind !== 'PK') return { text: strFromU8(text), name }
    const names: string[] = []
    unzipSync(bytes, { filter: (file) => names.push(file.name) === 0 })
    const [only, ...more] = names.filter((one) => /^(?!__MACOSX).*\.csv$/i.test(one))
    if (only === undefined || more.length > 0) {
      return `It holds ${only === undefined ? 0 : more.length + 1} CSV files instead of one.`
    }
    const { [only]: content } = unzipSync(bytes, { filter: (file) => file.name === only })
    return { text: strFromU8(content ?? new Uint8Array()), name: `${name} ${only}` }
  } catch {
    return 'It is damaged, or too large.'
  }
}

/**
 * Reads candles or trades of the formats in the README, in any order. `given`, else a column, else
 * the file's name tells the pair. Trades of one second merge at the last price; a line that is
 * there twice counts once. A candle lasts the shortest distance between two of its pair, so gaps
 * stay gaps.
 */
export function readReplay(text: string, name = '', given?: string): ReplayFile {
  const { data, errors } = papaparse.parse<string[]>(text.replaceAll('\r\n', '\n'))
  // All lines after the quote are part of its value.
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open) return { fault: `Line ${(open.row ?? 0) + 1}: a quoted value has no end.` }
  const lines = data
    .map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  // CryptoDataDownload begins with its address.
  if (lines[0]?.cells.length === 1) lines.shift()
  const isFigure = (cell: string) => (readDecimal(cell) ?? readTime(cell)) !== undefined
  const heading = lines[0]?.cells.some(isFigure) ? undefined : lines.shift()
  const [top] = lines
  if (!top) return { fault: 'The file holds no prices.' }
  const { number, cells } = top
  const layouts = heading
    ? [layoutOf(heading.cells, cells, given ?? fileName(name))]
    : LAYOUTS.filter(({ values }) => values === cells.length)
  let fault = {
    line: number,
    text: `${cells.length} values; without a heading there are 3, 4, 6, 7 or 12.`,
  }
  for (const layout of layouts) {
    if (typeof layout === 'string') return { fault: layout }
    const read = readLines(lines, layout, { name, given, first: undefined })
    if ('rows' in read) return { rows: read.rows }
    // The layout that is understood furthest is the file's own.
    if (layout === layouts[0] || read.fault.line > fault.line) fault = read.fault
  }
  return { fault: `Line ${fault.line}: ${fault.text}` }
}

type Line = { number: number; cells: string[] }
type Layout = { columns: readonly (Column | undefined)[]; values: number }
type Fault = { fault: { line: number; text: string } }

/** Places of the columns by a heading, or its fault. The first values or `name` tell the base. */
function layoutOf(heading: string[], first: string[], name: string): Layout | string {
  const names = heading.map((cell) => cell.toLowerCase().replace(/^volume xbt$/, 'volume btc'))
  const placeOf = (column: Column, more: string[] = []) =>
    [...HEADINGS[column], ...more].map((one) => names.indexOf(one)).find((place) => place >= 0)
  const pair = partsOf(first[placeOf('pair') ?? -1] ?? '') ?? partsOf(name, SYMBOL_IN_NAME)
  const places: Partial<Record<Column, number | undefined>> = {
    time: placeOf('time'),
    pair: placeOf('pair'),
    volume: placeOf('volume', [`volume ${pair?.base.toLowerCase()}`]),
    confirm: placeOf('confirm'),
  }
  const figures = placeOf('open') === undefined ? TRADE : CANDLE
  for (const column of figures) places[column] ??= placeOf(column)
  const missing = (['time', ...figures] as const).find((column) => places[column] === undefined)
  if (missing)
    return `The heading names no ${figures === TRADE && missing === 'price' ? 'prices' : missing}.`
  const columns = names.map((_, place) =>
    (Object.keys(places) as Column[]).find((column) => places[column] === place),
  )
  return { columns, values: names.length }
}

type Source = { name: string; given: string | undefined; first: string | undefined }

function readLines(
  lines: readonly Line[],
  layout: Layout,
  source: Source,
): { rows: ReplayRow[] } | Fault {
  const read: ReadRow[] = []
  const confirm = layout.columns.indexOf('confirm')
  for (const line of lines) {
    // OKX: the candle was not over yet.
    if (line.cells[confirm] === '0') continue
    const row = readRow(line, layout, source)
    if (typeof row === 'string') return { fault: { line: line.number, text: row } }
    read.push(row)
  }
  const [first] = read
  if (!first) return { fault: { line: lines[0]?.number ?? 1, text: 'no candle was over yet.' } }
  const isTrades = layout.columns.includes('price')
  // Trades of one moment in a file with the newest first are in reverse as well.
  if (first.at > (read.at(-1)?.at ?? 0)) read.reverse()
  const pairs = new Map<string, ReadRow[]>()
  for (const row of read.toSorted((a, b) => a.at - b.at)) {
    const own = pairs.get(row.pair) ?? []
    pairs.set(row.pair, own)
    const before = own.at(-1)
    if (before?.time !== row.time) own.push(row)
    else if (isTrades) own.splice(-1, 1, { ...row, volume: add(row.volume, before.volume) })
    else if (CANDLE.some((column) => row[column] !== before[column])) {
      const text = `another candle than on line ${before.line}, of the same time.`
      return { fault: { line: row.line, text } }
    }
  }
  const rows = [...pairs.values()].flatMap((own) => withLengths(own, isTrades))
  return { rows: rows.toSorted((a, b) => a.time - b.time) }
}

/** `at` includes milliseconds. */
type ReadRow = Omit<ReplayRow, 'length'> & { at: Instant; line: number }

function withLengths(rows: readonly ReadRow[], isTrades: boolean): ReplayRow[] {
  const usual = rows.reduce(
    (least, { time }, index) => Math.min(least, time - (rows[index - 1]?.time ?? -Infinity)),
    Infinity,
  )
  const candle = Number.isFinite(usual) ? usual : MINUTE
  return rows.map(({ time, pair, open, high, low, close, volume }) => {
    const length = isTrades ? SECOND : candle
    return { time, length, pair, open, high, low, close, volume }
  })
}

function readRow(
  { number, cells }: Line,
  { columns, values }: Layout,
  source: Source,
): ReadRow | string {
  if (cells.length !== values) return `${cells.length} values instead of ${values}.`
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  const at = readTime(cell('time'))
  if (at === undefined)
    return `${cell('time')} is no time: send ISO 8601, or UNIX time with all digits.`
  const pair = readPair(columns.includes('pair') ? cell('pair') : undefined, source)
  if ('fault' in pair) return pair.fault
  const isTrade = columns.includes('price')
  const figures: Partial<Record<Column, Decimal>> = {}
  for (const column of isTrade ? TRADE : CANDLE) {
    const figure = readDecimal(cell(column))
    if (!figure) return `${column}: “${cell(column)}” is not a number.`
    figures[column] = figure
  }
  const { price, open = price, high = price, low = price, close = price, volume } = figures
  if (!open || !high || !low || !close || !volume) return 'a value is missing.'
  if (!isPositive(low) || compare(high, HIGHEST) > 0) {
    return 'prices are more than 0 and at most 1,000,000,000.'
  }
  if (isNegative(volume)) return 'the volume is less than 0.'
  if ([open, close].some((one) => compare(one, high) > 0 || compare(one, low) < 0)) {
    return 'open and close have to lie between low and high.'
  }
  const time = Math.floor(at / SECOND) * SECOND
  return { at, line: number, time, pair: pair.pair, open, high, low, close, volume }
}

/** BTCBUSD is BTC/BUSD, ARBUSD is ARB/USD. */
const BUSD = String.raw`(?<=[-/_]|[A-Z\d]{3})(?<!SHI)BUSD`
const QUOTES = `(USDT|USDC|FDUSD|${BUSD}|USD|EUR|GBP|JPY|TRY|BRL|BTC|XBT|ETH|BNB)`
const SYMBOL = new RegExp(`^([A-Z\\d]+?)[-/_]?${QUOTES}$`)
/** Exchanges stand before an underscore or a dash in file names. */
const SYMBOL_IN_NAME = new RegExp(
  `(?<![A-Z\\d])([A-Z\\d]+?)[-/]?${QUOTES}(?![A-Z]|[-/]${QUOTES}(?![A-Z]))`,
)
const OWN_SYMBOL = new RegExp(`^${QUOTE}_([A-Z\\d]+)$`)
/** Kraken's tickers. */
const ALIASES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }

/** Base and quote of `USDT_BTC`, `BTC/USDT`, `BTC-USDT`, `BTC_USDT` or `BTCUSDT`. */
function partsOf(symbol: string, pattern = SYMBOL): { base: string; quote: string } | undefined {
  const upper = symbol.toUpperCase()
  const own = OWN_SYMBOL.exec(upper)?.[1]
  if (own !== undefined) return { base: own, quote: QUOTE }
  const [, base, quote] = pattern.exec(upper) ?? []
  if (base === undefined || quote === undefined) return undefined
  return { base: ALIASES[base] ?? base, quote: ALIASES[quote] ?? quote }
}

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

/** The pair of a line as `USDT_BTC`. The account holds USDT alone, so other quotes are refused. */
function readPair(
  written: string | undefined,
  source: Source,
): { pair: string } | { fault: string } {
  const { given, name } = source
  source.first ??= written
  if (given !== undefined && written !== source.first) {
    return {
      fault: `${written ?? ''} after ${source.first ?? ''}; --pair takes a file of one pair.`,
    }
  }
  const parts =
    given === undefined && written === undefined
      ? partsOf(fileName(name), SYMBOL_IN_NAME)
      : partsOf(given ?? written ?? '')
  if (!parts) {
    const fault = `${given ?? written ?? 'the name of the file'} names no pair: add --pair BTC/USDT.`
    return { fault }
  }
  const { base, quote } = parts
  if (quote === QUOTE && base !== QUOTE) return { pair: `${quote}_${base}` }
  return {
    fault: `the paper account holds ${QUOTE}: ${base}/${quote} is played in it with --pair ${base}/${QUOTE}.`,
  }
}

const UNIX = /^(\d{9,10})(?:\.\d+|(\d{3})(?:\d{3})?(?:\.\d+)?)?$/
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:\d{2})?)?$/
/** Candles of Bybit's archive, three hours before UTC. */
const BYBIT = /^(\d{4})\.(\d{2})\.(\d{2}) (\d{2}:\d{2})$/

/** A spreadsheet has rounded the time, such as 1.7E+12. */
const ROUNDED = /^\d(?:\.\d{0,8})?E/i

/** Milliseconds since 1970; UTC without a zone. */
function readTime(text: string): Instant | undefined {
  const figure = ROUNDED.test(text) ? undefined : readDecimal(text)
  const [, seconds, milliseconds = '000'] = UNIX.exec(figure ? toText(figure) : '') ?? []
  if (seconds !== undefined) return Number(seconds + milliseconds)
  const [, day = '', time = '00:00', zone = 'Z'] =
    ISO.exec(text.replace(BYBIT, '$1-$2-$3T$4+03:00')) ?? []
  const at = Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`)
  // `Date` reads 30 February as a day in March.
  return Number.isNaN(at) || !new Date(day).toISOString().startsWith(day) ? undefined : at
}
