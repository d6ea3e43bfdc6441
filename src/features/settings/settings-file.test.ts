import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { memoryStorage } from '#session/kept-store.ts'
import { createSettings, type Settings } from '#session/settings.ts'

import { readSettingsFile, toFile } from './settings-file.ts'

const present = createSettings(memoryStorage()).get()
const fileOf = (settings: unknown) => JSON.stringify({ exportedAt: 'today', settings })
const read = (settings: unknown, before: Settings = present) => {
  const file = readSettingsFile(fileOf(settings), before)
  if (file.kind !== 'read') throw new Error(JSON.stringify(file))
  return file
}

const numbered = <T>(length: number, of: (place: number) => T): T[] =>
  Array.from({ length }, (_, place) => of(place))

it('a settings file shows only what it would change', () => {
  const { changes } = read({
    ...toFile(present),
    theme: 'dark',
    hideAmounts: true,
    readsAMinute: 90,
    columnOrder: { history: ['pair', 'closed_at'] },
  })
  expect(changes).toEqual([
    { name: 'Theme', before: 'System', after: 'Dark' },
    { name: 'Amounts', before: 'Shown', after: 'Hidden' },
    { name: 'Request budget', before: 'Automatic', after: '90 per minute' },
    { name: 'Order of columns, History', before: 'None', after: 'pair, closed at' },
  ])
  expect(read(toFile(present)).changes).toEqual([])
})

it('a settings file shows columns that it would unhide', () => {
  const before = { ...present, hiddenColumns: { history: ['pair'], balances: ['share'] } }
  const after = { hiddenColumns: { history: ['side'] } }
  expect(read(after, before).changes).toEqual([
    { name: 'Hidden columns, History', before: 'pair', after: 'side' },
    { name: 'Hidden columns, Balances', before: 'share', after: 'As at first' },
  ])
})

it('a settings file leaves other settings unchanged', () => {
  const before = { ...present, theme: 'light', readsAMinute: 30 } as const
  expect(read({ density: 'compact' }, before).values).toEqual({ density: 'compact' })
})

it('a settings file imports no notifications, deposit readings, secrets or unknown fields', () => {
  const file = {
    connection: { label: 'Other', apiKey: 'key-1', secret: 'sesame' },
    theme: 'dark',
    settings: {
      density: 'compact',
      notices: ['alert_fired'],
      depositReadings: { 'connection-1': 'cumulative' },
      apiKey: 'key-1',
      secret: 'sesame',
    },
  }
  const found = readSettingsFile(JSON.stringify(file), present)
  expect(found).toMatchObject({
    kind: 'read',
    values: { density: 'compact' },
    unknown: ['apiKey', 'secret'],
  })
  expect(Object.keys('values' in found ? found.values : {})).toEqual(['density'])
  expect(JSON.stringify(found)).not.toMatch(/key-1|sesame|alert_fired|cumulative/)
})

it.each<[string, unknown, string, string]>([
  ['theme', 'pink', 'settings.theme', 'Must be system, dark or light.'],
  ['direction', 1, 'settings.direction', 'Must be green-up, red-up or safe.'],
  ['density', null, 'settings.density', 'Must be compact, standard or comfortable.'],
  ['hideAmounts', 'yes', 'settings.hideAmounts', 'Must be true or false.'],
  ['timeZone', 7, 'settings.timeZone', 'Must be local or utc.'],
  ['firstDay', 'friday', 'settings.firstDay', 'Must be monday, sunday or saturday.'],
  ['orderRefs', 0, 'settings.orderRefs', 'Must be true or false.'],
  ['hiddenColumns', [], 'settings.hiddenColumns', 'Must be an object of tables'],
  ['extraColumns', { history: 'x' }, 'settings.extraColumns.history', 'Must be a list'],
  ['columnOrder', { history: [1] }, 'settings.columnOrder.history.0', 'Must be text.'],
  ['columnOrder', { history: ['a', 'a'] }, 'settings.columnOrder.history', 'twice'],
])('%s: %j', (member, value, field, rule) => {
  const found = readSettingsFile(fileOf({ density: 'compact', [member]: value }), present)
  expect(found).toEqual({
    kind: 'refused',
    refusals: [{ field, rule: expect.stringContaining(rule) }],
  })
})

it.each([0, 601, 1.5, -1, '60', 1e300])('%j reads a minute', (readsAMinute) => {
  expect(readSettingsFile(fileOf({ readsAMinute }), present)).toEqual({
    kind: 'refused',
    refusals: [
      {
        field: 'settings.readsAMinute',
        rule: 'Must be a whole number from 1 to 600, or null for “Automatic”.',
      },
    ],
  })
})

it.each([
  ['nonsense', 'file', 'Must be JSON.'],
  ['', 'file', 'Must be JSON.'],
  ['7', 'file', 'Must be a JSON object.'],
  ['null', 'file', 'Must be a JSON object.'],
  ['[]', 'file', 'Must be a JSON object.'],
  ['{"quarterdeck_world":1}', 'settings', 'Is missing.'],
  ['{"settings":null}', 'settings', 'Must be an object of settings.'],
  ['{"settings":[]}', 'settings', 'Must be an object of settings.'],
])('%s', (text, field, rule) => {
  expect(readSettingsFile(text, present)).toEqual({
    kind: 'refused',
    refusals: [{ field, rule: expect.stringContaining(rule) }],
  })
})

it('a wrong settings file is refused with every wrong field', () => {
  const found = readSettingsFile(fileOf({ theme: 'pink', orderRefs: 1 }), present)
  expect(found).toMatchObject({
    refusals: [{ field: 'settings.theme' }, { field: 'settings.orderRefs' }],
  })
})

it.each(['constructor', 'hasOwnProperty', 'valueOf', 'toString'])(
  'a malicious settings file may name a table %s like any other',
  (table) => {
    expect(read({ hiddenColumns: { [table]: ['pair'] } }).changes).toEqual([
      { name: `Hidden columns, ${table}`, before: 'As at first', after: 'pair' },
    ])
  },
)

it('a malicious settings file changes no prototype', () => {
  const text = '{"settings":{"__proto__":{"theme":"dark"},"hiddenColumns":{"__proto__":["pair"]}}}'
  const found = readSettingsFile(text, present)
  expect(found).toMatchObject({ kind: 'read', changes: [], unknown: ['__proto__'] })
  const store = createSettings(memoryStorage())
  store.set('values' in found ? found.values : {})
  expect(store.get()).toEqual(present)
  expect(Object.getPrototypeOf(store.get().hiddenColumns)).toBe(Object.prototype)
})

it.each([
  ['more tables than there are', Object.fromEntries(numbered(101, (n) => [`t${n}`, []]))],
  ['more columns than a table can show', { history: numbered(201, (n) => `c${n}`) }],
  ['a column with an endless name', { history: ['c'.repeat(201)] }],
  ['a table with an endless name', { ['t'.repeat(201)]: [] }],
])('a malicious settings file with %s is refused', (_, extraColumns) => {
  const found = readSettingsFile(fileOf({ extraColumns }), present)
  expect(found).toMatchObject({
    kind: 'refused',
    refusals: [{ rule: expect.stringMatching(/^Must (have|be) at most \d+ /) }],
  })
})

describe('export and import of settings', () => {
  const columns = fc.dictionary(
    fc.constantFrom('history', 'balances', 'grid-bots', 'another'),
    fc.uniqueArray(fc.string(), { maxLength: 4 }),
  )
  const settings: fc.Arbitrary<Settings> = fc.record({
    theme: fc.constantFrom('system', 'dark', 'light'),
    direction: fc.constantFrom('green-up', 'red-up', 'safe'),
    hideAmounts: fc.boolean(),
    timeZone: fc.constantFrom('local', 'utc'),
    firstDay: fc.constantFrom('monday', 'sunday', 'saturday'),
    density: fc.constantFrom('compact', 'standard', 'comfortable'),
    depositReadings: fc.constant({}),
    readsAMinute: fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined }),
    orderRefs: fc.boolean(),
    notices: fc.constant([]),
    hiddenColumns: columns,
    extraColumns: columns,
    columnOrder: columns,
  })

  it('an import gives the settings of the export, and a second one changes nothing', () => {
    fc.assert(
      fc.property(settings, settings, (there, here) => {
        const text = fileOf(toFile(there))
        const store = createSettings(memoryStorage())
        store.set(here)
        const found = readSettingsFile(text, store.get())
        store.set('values' in found ? found.values : {})
        expect(store.get()).toEqual(there)
        expect(readSettingsFile(text, store.get())).toMatchObject({ changes: [], unknown: [] })
      }),
    )
  })
})
