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

export type Choices = ReturnType<typeof createChoices>

const choiceKey = (name: ChoiceName) => `quarterdeck.choice.${name}`

/** Preferences that pages remember in this browser. No secrets. */
export function createChoices(storage: KeyValueStorage) {
  const known = new Map<ChoiceName, unknown>()
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  return {
    /**
     * May have any shape, as an older version may have written it. Same object until it changes.
     */
    get(name: ChoiceName): unknown {
      if (!known.has(name)) known.set(name, readJson(storage, choiceKey(name)))
      return known.get(name)
    },
    set(name: ChoiceName, value: unknown): void {
      known.set(name, value)
      writeJson(storage, choiceKey(name), value)
      notify()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reread(key: string | null): void {
      const changed = CHOICES.filter((name) => key === null || key === choiceKey(name))
      changed.forEach((name) => known.delete(name))
      if (changed.length > 0) notify()
    },
  }
}

/** Also read by `app/start/theme.ts`, before the first paint. */
const SETTINGS = 'quarterdeck.settings'

/** Events with a desktop notification. */
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
  /** Colours of gain and loss; 'safe' for colour-blind users. */
  readonly direction: 'green-up' | 'red-up' | 'safe'
  readonly hideAmounts: boolean
  readonly timeZone: 'local' | 'utc'
  /** First day of the week. */
  readonly firstDay: 'monday' | 'sunday' | 'saturday'
  readonly density: 'compact' | 'standard' | 'comfortable'
  /** Chosen interpretation of the deposit figures, by connection. */
  readonly depositReadings: Readonly<Record<string, DepositReading>>
  /** Maximum reads per minute, all tabs combined; by default the service's limit. */
  readonly readsAMinute: number | undefined
  /** Adds a `ref:` to the note of a new order, to find its trade again. */
  readonly orderRefs: boolean
  /** Enabled desktop notifications. */
  readonly notices: readonly NoticeEvent[]
  readonly hiddenColumns: ColumnsOfTables
  /** Unknown fields of the service that are shown as columns. */
  readonly extraColumns: ColumnsOfTables
  /** Order of columns that the user has changed. */
  readonly columnOrder: ColumnsOfTables
}

export const zoneOf = ({ timeZone }: Pick<Settings, 'timeZone'>): 'UTC' | 'local' =>
  timeZone === 'utc' ? 'UTC' : 'local'

export type SettingsStore = ReturnType<typeof createSettings>

export function createSettings(storage: KeyValueStorage) {
  const store = keptStore({ storage, key: SETTINGS, heal })
  const set = (changes: Partial<Settings>) => store.set(heal({ ...store.get(), ...changes }))
  // Earlier versions stored the visible columns of SmartTrades instead of the hidden ones.
  const shown = readJson(storage, FORMER_COLUMNS)
  if (Array.isArray(shown)) {
    const hidden = FORMER_COLUMN_IDS.split(' ').filter((id) => !shown.includes(id))
    set({ hiddenColumns: { ...store.get().hiddenColumns, 'smart-trades': hidden } })
    storage.removeItem(FORMER_COLUMNS)
  }
  return { ...store, set }
}

const FORMER_COLUMNS = 'quarterdeck.choice.smart-trade-columns'
const FORMER_COLUMN_IDS =
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

/** Budget under its former name. There 60 was the default, so it counts as not set. */
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
    Object.entries(membersOf(found)).flatMap(([id, value]) => {
      const reading = oneOf(['since_last', 'cumulative'], value)
      return reading === undefined ? [] : [[id, reading]]
    }),
  )
