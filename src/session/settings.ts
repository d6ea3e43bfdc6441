import {
  keptStore,
  type KeyValueStorage,
  listOf,
  membersOf,
  oneOf,
  readJson,
  textOf,
  wholeOf,
  writeJson,
} from './kept-store.ts'

/** What a person arranged for themselves in this browser. None of it is secret. */
const CHOICES = [
  'last-places',
  'portfolio-range',
  'small-balances',
  'smart-trade-views',
  'ticket-templates',
  'first-steps',
  'alerts',
  'panic-reports',
] as const
export type ChoiceName = (typeof CHOICES)[number]

export type Choices = {
  /** Of any shape, since an older version may have written it; the same object until it changes. */
  get: (name: ChoiceName) => unknown
  set: (name: ChoiceName, value: unknown) => void
  subscribe: (listener: () => void) => () => void
  reread: (key: string | null) => void
}

const choiceKey = (name: ChoiceName) => `quarterdeck.choice.${name}`

export function createChoices(storage: KeyValueStorage): Choices {
  const known = new Map<ChoiceName, unknown>()
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  return {
    get(name) {
      if (!known.has(name)) known.set(name, readJson(storage, choiceKey(name)))
      return known.get(name)
    },
    set(name, value) {
      known.set(name, value)
      writeJson(storage, choiceKey(name), value)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread(key) {
      const changed = CHOICES.filter((name) => key === null || key === choiceKey(name))
      changed.forEach((name) => known.delete(name))
      if (changed.length > 0) notify()
    },
  }
}

/** Read by `app/start/theme.ts` too, before the first paint. */
const SETTINGS = 'quarterdeck.settings'

/** An event that can be shown as a desktop notice. */
export type NoticeEvent =
  | 'trade_ended'
  | 'bot_stopped'
  | 'outcome_unknown'
  | 'connection_lost'
  | 'alert_fired'

type DepositReading = 'since_last' | 'cumulative'

type ColumnsOfTables = Readonly<Record<string, readonly string[]>>

export type Settings = {
  readonly theme: 'system' | 'dark' | 'light'
  /** Which colours mean gain and loss. */
  readonly direction: 'green-up' | 'red-up' | 'safe'
  readonly hideAmounts: boolean
  readonly timeZone: 'local' | 'utc'
  /** The day that weeks begin with. */
  readonly firstDay: 'monday' | 'sunday' | 'saturday'
  readonly density: 'compact' | 'standard' | 'comfortable'
  /** How each connection's deposit figures are read, where somebody has said so. */
  readonly depositReadings: Readonly<Record<string, DepositReading>>
  /** Reads a minute over all tabs, where the person does not leave that to the service. */
  readonly readsAMinute: number | undefined
  /** Whether a new order's note ends in a `ref:` by which its trade is found again. */
  readonly orderRefs: boolean
  /** Shown as desktop notices; none until the person chooses some. */
  readonly notices: readonly NoticeEvent[]
  /** Columns that were put away, by table. */
  readonly hiddenColumns: ColumnsOfTables
  /** Fields beside the known ones that were made columns, by table. */
  readonly extraColumns: ColumnsOfTables
  /** Columns from left to right, by table, where somebody moved one. */
  readonly columnOrder: ColumnsOfTables
}

/** The zone that times and days are written in. */
export const zoneOf = ({ timeZone }: Pick<Settings, 'timeZone'>): 'UTC' | 'local' =>
  timeZone === 'utc' ? 'UTC' : 'local'

export type SettingsStore = {
  readonly get: () => Settings
  readonly set: (changes: Partial<Settings>) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly reread: (key: string | null) => void
}

export function createSettings(storage: KeyValueStorage): SettingsStore {
  const store = keptStore({ storage, key: SETTINGS, heal })
  const set: SettingsStore['set'] = (changes) => store.set(heal({ ...store.get(), ...changes }))
  // Earlier versions kept the columns of SmartTrades that are shown.
  const shown = readJson(storage, FORMER_COLUMNS)
  if (Array.isArray(shown)) {
    const hidden = COLUMNS_THEN.split(' ').filter((id) => !shown.includes(id))
    set({ hiddenColumns: { ...store.get().hiddenColumns, 'smart-trades': hidden } })
    storage.removeItem(FORMER_COLUMNS)
  }
  return { ...store, set }
}

const FORMER_COLUMNS = 'quarterdeck.choice.smart-trade-columns'
const COLUMNS_THEN =
  'side type status age updated closed number account note units total entry now progress profit'

function heal(found: unknown): Settings {
  const has = membersOf(found)
  const budget = wholeOf(has['readsAMinute']) ?? formerBudgetOf(has['requestBudget'])
  return {
    theme: oneOf(['system', 'dark', 'light'], has['theme']) ?? 'system',
    direction: oneOf(['green-up', 'red-up', 'safe'], has['direction']) ?? 'green-up',
    hideAmounts: has['hideAmounts'] === true,
    timeZone: oneOf(['local', 'utc'], has['timeZone']) ?? 'local',
    firstDay: oneOf(['monday', 'sunday', 'saturday'], has['firstDay']) ?? 'monday',
    density: oneOf(['compact', 'standard', 'comfortable'], has['density']) ?? 'standard',
    depositReadings: readingsOf(has['depositReadings']),
    readsAMinute: budget >= 1 && budget <= 600 ? budget : undefined,
    orderRefs: has['orderRefs'] === true,
    notices: listOf(has['notices'], (event) =>
      oneOf(
        ['trade_ended', 'bot_stopped', 'outcome_unknown', 'connection_lost', 'alert_fired'],
        event,
      ),
    ),
    hiddenColumns: columnsOf(has['hiddenColumns']),
    extraColumns: columnsOf(has['extraColumns']),
    columnOrder: columnsOf(has['columnOrder']),
  }
}

/** The budget under its former name, where 60 was the default and nobody’s choice. */
const formerBudgetOf = (found: unknown): number => {
  const budget = wholeOf(found) ?? 0
  return budget === 60 ? 0 : budget
}

const columnsOf = (found: unknown): ColumnsOfTables =>
  Object.fromEntries(
    Object.entries(membersOf(found)).map(([table, columns]) => [table, listOf(columns, textOf)]),
  )

const readingsOf = (found: unknown): Record<string, DepositReading> =>
  Object.fromEntries(
    Object.entries(membersOf(found)).flatMap(([id, word]) => {
      const reading = oneOf(['since_last', 'cumulative'], word)
      return reading === undefined ? [] : [[id, reading]]
    }),
  )
