import * as z from 'zod/mini'

import { attributesOf } from '#contract/sentences.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { list } from '#money/format.ts'
import type { Settings } from '#session/settings.ts'

import { BUDGET_NAME, budgetWords, CHOICES, type ChoiceSetting } from './settings-words.ts'

type Change = { name: string; before: string; after: string }

type Refusal = { field: string; rule: string }

export type SettingsFile =
  | { kind: 'refused'; refusals: readonly Refusal[] }
  | {
      kind: 'read'
      values: Partial<Settings>
      changes: readonly Change[]
      /** Members that are not settings; they are ignored. */
      unknown: readonly string[]
    }

const COLUMNS = {
  hiddenColumns: 'Hidden columns',
  extraColumns: 'Further columns',
  columnOrder: 'Order of columns',
} as const
type ColumnSetting = keyof typeof COLUMNS

/** Notifications need this browser's permission, and deposit readings belong to one connection. */
const OF_THIS_BROWSER: readonly (keyof Settings)[] = ['notices', 'depositReadings']

const WHOLE = 'file'

const MOST_READS = 600

const choiceOf = (setting: ChoiceSetting) => {
  const values = Object.keys(CHOICES[setting].options)
  return z.optional(z.enum(values, `Must be ${list(values, 'or')}.`))
}

const flag = z.optional(z.boolean('Must be true or false.'))

const budgetRule = `Must be a whole number from 1 to ${MOST_READS}, or null for “Automatic”.`
const budget = z.int(budgetRule).check(z.minimum(1, budgetRule), z.maximum(MOST_READS, budgetRule))

/** Limits of an import, far above real use, so that preview and tables can be drawn. */
const MOST = { tables: 100, columns: 200, name: 200 } as const

const nameRule = `Must have at most ${MOST.name} characters.`
const columnName = z.string('Must be text.').check(z.maxLength(MOST.name, nameRule))
const columns = z.array(columnName, 'Must be a list of columns.').check(
  z.maxLength(MOST.columns, `Must have at most ${MOST.columns} columns.`),
  z.refine((ids) => new Set(ids).size === ids.length, 'Must not name the same column twice.'),
)
const columnsOfTables = z.optional(
  z.record(z.string(), columns, 'Must be an object of tables, each with a list of columns.').check(
    z.refine(
      (tables) => Object.keys(tables).length <= MOST.tables,
      `Must have at most ${MOST.tables} tables.`,
    ),
    z.refine(
      (tables) => Object.keys(tables).every(({ length }) => length <= MOST.name),
      `Must have at most ${MOST.name} characters in the name of a table.`,
    ),
  ),
)

const settingsSchema = z.object(
  {
    theme: choiceOf('theme'),
    direction: choiceOf('direction'),
    density: choiceOf('density'),
    hideAmounts: flag,
    timeZone: choiceOf('timeZone'),
    firstDay: choiceOf('firstDay'),
    orderRefs: flag,
    readsAMinute: z.optional(z.nullable(budget)),
    hiddenColumns: columnsOfTables,
    extraColumns: columnsOfTables,
    columnOrder: columnsOfTables,
  },
  {
    error: ({ input }) =>
      input === undefined
        ? 'Is missing. Choose a file that “Export data” made.'
        : 'Must be an object of settings.',
  },
)
const fileSchema = z.object({ settings: settingsSchema }, 'Must be a JSON object.')

/** Settings in the form of the file; null means "decided by the service". */
export const toFile = (settings: Settings) => ({
  ...settings,
  readsAMinute: settings.readsAMinute ?? null,
})

export function readSettingsFile(text: string, present: Settings): SettingsFile {
  const json = parsed(text)
  if (json === undefined) {
    return { kind: 'refused', refusals: [{ field: WHOLE, rule: 'Must be JSON.' }] }
  }
  const found = fileSchema.safeParse(json)
  if (!found.success) return { kind: 'refused', refusals: refusalsOf(found.error) }
  const values = valuesOf(found.data.settings)
  const known = new Set<string>([...Object.keys(settingsSchema.shape), ...OF_THIS_BROWSER])
  return {
    kind: 'read',
    values,
    changes: changesFrom(present, { ...present, ...values }),
    unknown: Object.keys((json as { settings: object }).settings).filter((key) => !known.has(key)),
  }
}

const refusalsOf = (error: z.core.$ZodError): Refusal[] =>
  Object.entries(attributesOf(error)).flatMap(([path, rules]) =>
    rules.map((rule) => ({ field: path === 'body' ? WHOLE : path, rule })),
  )

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function valuesOf({ readsAMinute, ...others }: z.infer<typeof settingsSchema>): Partial<Settings> {
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
    ...(readsAMinute !== undefined && { readsAMinute: readsAMinute ?? undefined }),
  }
}

function changesFrom(before: Settings, after: Settings): Change[] {
  return [
    ...(Object.keys(CHOICES) as ChoiceSetting[]).map((setting) => ({
      name: CHOICES[setting].name,
      before: wordOf(setting, before),
      after: wordOf(setting, after),
    })),
    {
      name: BUDGET_NAME,
      before: budgetWords(before.readsAMinute),
      after: budgetWords(after.readsAMinute),
    },
    ...(Object.keys(COLUMNS) as ColumnSetting[]).flatMap((setting) =>
      tablesOf(before[setting], after[setting]).map((table) => ({
        name: `${COLUMNS[setting]}, ${valueOfWord(TABLES, table, table)}`,
        before: columnWords(valueOfWord(before[setting], table, UNSET[setting])),
        after: columnWords(valueOfWord(after[setting], table, UNSET[setting])),
      })),
    ),
  ].filter(({ before, after }) => before !== after)
}

const wordOf = (setting: ChoiceSetting, { [setting]: value }: Settings): string =>
  valueOfWord<string>(CHOICES[setting].options, String(value)) ?? String(value)

const TABLES: Readonly<Record<string, string>> = {
  balances: 'Balances',
  'dca-bots': 'DCA bots',
  'grid-bots': 'Grid bots',
  history: 'History',
  'smart-trades': 'SmartTrades',
}

const tablesOf = (...settings: object[]): string[] => [
  ...new Set(settings.flatMap((one) => Object.keys(one))),
]

/** Some columns are hidden by default. */
const UNSET = { hiddenColumns: ['As at first'], extraColumns: [], columnOrder: [] } as const

const columnWords = (ids: readonly string[]): string =>
  ids.length === 0 ? 'None' : ids.map((id) => id.replaceAll(/[_-]/g, ' ')).join(', ')
