import { Fragment, useRef, useState } from 'react'

import type { Intent } from '#intents/intent.ts'
import { plural } from '#money/format.ts'
import { useService } from '#query/service.tsx'
import {
  useChangeSettings,
  useConnection,
  useSessionStore,
  useSettings,
} from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { download } from '#ui/download.ts'
import { FactList } from '#ui/facts.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Note } from '#ui/note.tsx'

import { Setting } from './setting.tsx'
import { readSettingsFile, type SettingsFile, toFile } from './settings-file.ts'

const MOST_MEGABYTES = 64

export function SettingsImport() {
  const settings = useSettings()
  const changeSettings = useChangeSettings()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string>()
  const [said, setSaid] = useState<string>()
  const file = text === undefined ? undefined : readSettingsFile(text, settings)

  const say = (sentence: string | undefined) => {
    setText(undefined)
    setSaid(sentence)
  }
  const choose = (chosen: File) => {
    say(undefined)
    if (chosen.size > MOST_MEGABYTES * 1e6)
      return say(`Nothing was imported. The file is larger than ${MOST_MEGABYTES} MB.`)
    void chosen.text().then(setText, () => say('Nothing was imported. The file is not readable.'))
  }
  const leave = (sentence?: string) => {
    say(sentence)
    input.current?.focus()
  }
  return (
    <Setting
      name="Import settings"
      detail="Imports appearance, number and column settings from an export file, after a preview."
    >
      <FileButton ref={input} accept=".json,application/json" onChoose={choose}>
        Choose a file
      </FileButton>
      {file?.kind === 'refused' && <Refused file={file} />}
      {file?.kind === 'read' && (
        <Preview
          file={file}
          onTake={() => {
            changeSettings(file.values)
            leave('The settings were imported.')
          }}
          onCancel={() => leave()}
        />
      )}
      {said !== undefined && (
        <Note isAnnounced className="w-full">
          {said}
        </Note>
      )}
    </Setting>
  )
}

const MOST_REFUSALS = 8

function Refused({ file: { refusals } }: { file: Extract<SettingsFile, { kind: 'refused' }> }) {
  const more = refusals.length - MOST_REFUSALS
  return (
    <Note tone="caution" isAnnounced className="w-full">
      <p>Nothing was imported. The file breaks these rules:</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {refusals.slice(0, MOST_REFUSALS).map(({ field, rule }) => (
          <li key={`${field} ${rule}`}>
            <code>{field}</code>: {rule}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Note>
  )
}

const MOST_NAMES = 12
const MOST_LETTERS = 60

function shortNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS)}…` : name))
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

type PreviewProps = {
  file: Extract<SettingsFile, { kind: 'read' }>
  onTake: () => void
  onCancel: () => void
}

function Preview({ file: { changes, unknown }, onTake, onCancel }: PreviewProps) {
  const leftOut = unknown.length > 0 && (
    <p className="text-caption text-ink-3 wrap-anywhere">
      Left out, because no setting has this name: {shortNames(unknown)}.
    </p>
  )
  if (changes.length === 0)
    return (
      <Note isAnnounced className="w-full">
        <p>The settings of this file are those of this browser.</p>
        {leftOut}
      </Note>
    )
  return (
    <section aria-label="What the file changes" className="w-full pb-2">
      <p role="status" className="text-ink-2">
        {plural(changes.length, 'setting changes', 'settings change')}.
      </p>
      <FactList
        isLined
        rows={changes.map(({ name, before, after }) => [
          name,
          <Fragment key={name}>
            <span className="text-ink-3">{before} → </span>
            {after}
          </Fragment>,
        ])}
      />
      {leftOut}
      <span className="flex gap-2 pt-2">
        <Button look="primary" onClick={onTake}>
          Import settings
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </section>
  )
}

export function DataExport() {
  const { sender, clock } = useService()
  const connection = useConnection()
  const { addressBook } = useSessionStore()
  const settings = useSettings()
  const { hideAmounts } = settings
  const [isAskedFor, setAskedFor] = useState(false)
  const isWhole = !hideAmounts || isAskedFor
  if (!connection) return null

  const save = () => {
    const { id, label, baseUrl, declaredMode } = connection
    const sent = sender.journal.kept()
    const kept = {
      exportedAt: new Date(clock.here()).toISOString(),
      connection: { label, baseUrl, declaredMode },
      settings: toFile(settings),
      addressBook: addressBook.of(id),
      activity: isWhole ? sent : sent.map(withoutAmounts),
    }
    const text = JSON.stringify(kept, null, 2)
    download('quarterdeck-data.json', new Blob([text], { type: 'application/json' }))
  }
  return (
    <Setting
      name="Export data"
      detail="One file with settings, known accounts and pairs, and every order with its answer. No keys, no tokens."
    >
      <span className="flex flex-wrap items-center gap-3">
        {hideAmounts && (
          <Checkbox
            label="Include amounts although they are hidden"
            checked={isAskedFor}
            onChange={({ target }) => setAskedFor(target.checked)}
          />
        )}
        <Button onClick={save}>Export data</Button>
      </span>
    </Setting>
  )
}

export function withoutAmounts({ id, endpoint, origin, sentAt, endedAt, mode, outcome }: Intent) {
  return { id, endpoint, origin, sentAt, endedAt, mode, outcome: outcome.kind }
}
