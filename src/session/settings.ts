import * as z from 'zod/mini'

import {
  healed,
  keptFlag,
  keptList,
  keptRecord,
  keptStore,
  keptWord,
  type KeyValueStorage,
  membersOf,
  readJson,
  writeJson,
} from './kept-store.ts'

const CHOICES = [
  'last-places',
  'needs-you',
  'portfolio-range',
  'small-balances',
  'smart-trade-views',
  'ticket-templates',
  'first-steps',
  'alerts',
  'panic-reports',
] as const
export type ChoiceName = (typeof CHOICES)[number]

/** Records whose members are named by the id of a connection, some with more after a point or space. */
const BY_CONNECTION: readonly ChoiceName[] = [
  'alerts',
  'first-steps',
  'last-places',
  'needs-you',
  'panic-reports',
]

export type Choices = ReturnType<typeof createChoices>

const choiceKey = (name: ChoiceName) => `quarterdeck.choice.${name}`

/** Preferences that pages remember in this browser. No secrets. */
export function createChoices(storage: KeyValueStorage) {
  const known = new Map<ChoiceName, unknown>()
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  return {
    /** May have any shape, from an older version. Same object until it changes. */
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
    /** Removes the preferences of a removed connection. */
    forget(connectionId: string): void {
      for (const name of BY_CONNECTION) {
        const members = Object.entries(membersOf(this.get(name)))
        const others = members.filter(([member]) => member.split(/[ .]/)[0] !== connectionId)
        if (others.length < members.length) this.set(name, Object.fromEntries(others))
      }
    },
    reread(key: string | null): void {
      const changed = CHOICES.filter((name) => key === null || key === choiceKey(name))
      changed.forEach((name) => known.delete(name))
      if (changed.length > 0) notify()
    },
  }
}

/** Also read by `app/start/inline-script.ts`, before the first paint. */
const SETTINGS = 'quarterdeck.settings'

const columnsOfTables = keptRecord(keptList(z.string()))

const settings = z.object({
  theme: keptWord('system', 'dark', 'light'),
  /** Colours of gain and loss; 'safe' for colour-blind users. */
  direction: keptWord('green-up', 'red-up', 'safe'),
  hideAmounts: keptFlag,
  timeZone: keptWord('local', 'utc'),
  firstDay: keptWord('monday', 'sunday', 'saturday'),
  density: keptWord('standard', 'compact', 'comfortable'),
  /** Chosen interpretation of the deposit figures, by connection. */
  depositReadings: keptRecord(z.enum(['since_last', 'cumulative'])),
  /** Maximum reads per minute, all tabs combined; by default the service's limit. */
  readsAMinute: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(600))), undefined),
  /** Adds a `ref:` to the note of a new order, to find its trade again. */
  orderRefs: keptFlag,
  notices: keptList(
    z.enum([
      'trade_ended',
      'bot_stopped',
      'outcome_unknown',
      'connection_lost',
      'alert_fired',
      'needs_you',
    ]),
  ),
  hiddenColumns: columnsOfTables,
  /** Unknown fields of the service that are shown as columns. */
  extraColumns: columnsOfTables,
  columnOrder: columnsOfTables,
})
export type Settings = Readonly<Required<z.output<typeof settings>>>
export type NoticeEvent = Settings['notices'][number]

export const zoneOf = ({ timeZone }: Pick<Settings, 'timeZone'>): 'UTC' | 'local' =>
  timeZone === 'utc' ? 'UTC' : 'local'

const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const

/** The settings that amounts and times follow. */
export const displayOf = ({
  hideAmounts,
  timeZone,
  firstDay,
}: Pick<Settings, 'hideAmounts' | 'timeZone' | 'firstDay'>) => ({
  areAmountsHidden: hideAmounts,
  timeZone: zoneOf({ timeZone }),
  firstDay: WEEKDAYS[firstDay],
})

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

const readSettings = healed(settings)

function heal(found: unknown): Settings {
  const has = membersOf(found)
  // Budget under its former name. There 60 was the default, so it counts as not set.
  const { requestBudget: former } = has
  const readsAMinute = former === 60 ? undefined : former
  return { readsAMinute: undefined, ...readSettings({ readsAMinute, ...has }) }
}
