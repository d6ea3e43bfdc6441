import { type ChangeEvent, useId, useState } from 'react'

import { createSettings, type Settings } from '#session/settings.ts'
import { memoryStorage } from '#session/kept-store.ts'
import { useChangeSettings, useSettings } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Definition, DefinitionList } from '#ui/definition-list.tsx'
import { Note } from '#ui/note.tsx'

import { Setting } from './setting.tsx'

/**
 * What a file may set, in words. Desktop notices ask this browser for its permission, and deposits are
 * read for one connection: neither comes from a file.
 */
const NAMES = {
  theme: 'Theme',
  direction: 'Gain and loss',
  density: 'Density',
  hideAmounts: 'Amounts hidden',
  timeZone: 'Time zone',
  firstDay: 'First day of the week',
  orderRefs: 'Reference in the note',
  readsAMinute: 'Request budget',
  hiddenColumns: 'Hidden columns',
  extraColumns: 'Further columns',
  columnOrder: 'Order of columns',
} as const satisfies Partial<Record<keyof Settings, string>>

type Name = keyof typeof NAMES
type Import = {
  changes: { name: Name; value: unknown }[]
  /** Settings whose value in the file is none that they can have. */
  wrong: Name[]
}

/** What the settings of an exported file would change; `undefined` where it holds none. */
export function changesIn(text: string, present: Settings): Import | undefined {
  const found = settingsOf(text)
  if (found === undefined) return undefined
  const trial = createSettings(memoryStorage())
  const given = (Object.keys(NAMES) as Name[]).filter((name) => found[name] !== undefined)
  // A value that cannot be read is replaced by another one.
  const wrong = given.filter((name) => {
    trial.set({ [name]: found[name] })
    return !isAlike(trial.get()[name], found[name])
  })
  const changes = given
    .filter((name) => !wrong.includes(name) && !isAlike(found[name], present[name]))
    .map((name) => ({ name, value: found[name] }))
  return { changes, wrong }
}

const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function settingsOf(text: string): Record<string, unknown> | undefined {
  try {
    const file = JSON.parse(text) as { settings?: unknown } | null
    const settings = file?.settings
    return typeof settings === 'object' && settings !== null
      ? (settings as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const wordsOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === undefined) return 'Automatic'
  if (typeof value === 'string' || typeof value === 'number') return `${value}`
  const lists = Object.keys(value ?? {})
  return lists.length === 0 ? 'None chosen' : `Chosen for ${lists.join(', ')}`
}

/** Takes the settings of an exported file, once it was shown what they change. */
export function SettingsImport() {
  const settings = useSettings()
  const changeSettings = useChangeSettings()
  const fileId = useId()
  const [text, setText] = useState<string>()
  const [isDone, setDone] = useState(false)
  const read = text === undefined ? undefined : changesIn(text, settings)
  const { changes = [], wrong = [] } = read ?? {}
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    setDone(false)
    void file?.text().then(setText, () => setText(''))
    target.value = ''
  }
  const take = () => {
    changeSettings(Object.fromEntries(changes.map(({ name, value }) => [name, value])))
    setText(undefined)
    setDone(true)
  }
  return (
    <Setting
      name="Import settings"
      detail="Takes appearance, numbers and columns from an exported file. No connections, no keys, no orders."
    >
      <label htmlFor={fileId} className={`${buttonClass({ look: 'secondary' })} cursor-pointer`}>
        Choose a file
        <input
          id={fileId}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={choose}
        />
      </label>
      {changes.length > 0 && (
        <section aria-label="What the file changes" className="w-full pb-2">
          <DefinitionList isLined>
            {changes.map(({ name, value }) => (
              <Definition key={name} term={NAMES[name]}>
                <span className="text-ink-3">{wordsOf(settings[name])} → </span>
                {wordsOf(value)}
              </Definition>
            ))}
          </DefinitionList>
          <span className="flex gap-2 pt-2">
            <Button look="primary" onClick={take}>
              Import settings
            </Button>
            <Button look="quiet" onClick={() => setText(undefined)}>
              Cancel
            </Button>
          </span>
        </section>
      )}
      {(isDone || (text !== undefined && (changes.length === 0 || wrong.length > 0))) && (
        <div className="w-full">
          <Note tone={wrong.length > 0 ? 'caution' : 'plain'} isAnnounced>
            {isDone ? 'The settings were imported.' : wordsOfFile(read)}
          </Note>
        </div>
      )}
    </Setting>
  )
}

function wordsOfFile(read: Import | undefined): string {
  if (read === undefined) return 'This file holds no settings. Choose one that was exported here.'
  const names = read.wrong.map((name) => NAMES[name]).join(', ')
  if (names !== '')
    return `Not imported, since the file has a value that they cannot have: ${names}.`
  return 'The settings of this file are those of this browser.'
}
