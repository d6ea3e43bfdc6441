import { type FormEvent, useState } from 'react'

import type { SessionStore } from '#session/session-store.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { FileButton } from '#ui/file-button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Note } from '#ui/note.tsx'
import { TextField } from '#ui/text-input.tsx'

type Connections = SessionStore['connections']

const FILE_NAME = 'quarterdeck-connections.json'

/** Connections as one encrypted file, out of this browser or into it. */
export function TransferConnections() {
  const [file, setFile] = useState<File | 'out'>()
  const [said, setSaid] = useState<string>()
  const { connections } = useSessionStore()

  const choose = (chosen: File) => {
    setSaid(undefined)
    setFile(chosen)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const passphrase = textFrom(form, 'passphrase')
    const done =
      file === 'out' ? exportTo(passphrase, connections) : importFrom(file, passphrase, connections)
    done
      .then((sentence) => {
        setSaid(sentence)
        setFile(undefined)
      })
      .catch((error: unknown) => setSaid(error instanceof Error ? error.message : 'This failed.'))
      .finally(() => form.reset())
  }

  return (
    <>
      <Button look="quiet" onClick={() => setFile('out')}>
        Export
      </Button>
      <FileButton look="quiet" accept=".json,application/json" onChoose={choose}>
        Import
      </FileButton>
      {file !== undefined && (
        <form onSubmit={submit} className="flex w-full flex-wrap items-end gap-3">
          <TextField
            label={file === 'out' ? 'New passphrase for the file' : `Passphrase of ${file.name}`}
            className="w-80"
            name="passphrase"
            type="password"
            autoComplete="off"
            autoFocus
          />
          <Button type="submit" look="primary">
            {file === 'out' ? 'Export connections' : 'Import connections'}
          </Button>
          <Button look="quiet" onClick={() => setFile(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      {said !== undefined && (
        <Note isAnnounced className="w-full">
          {said}
        </Note>
      )}
    </>
  )
}

async function exportTo(passphrase: string, connections: Connections): Promise<string> {
  const text = await connections.exportConnections(passphrase)
  download(FILE_NAME, new Blob([text], { type: 'application/json' }))
  return `Exported as ${FILE_NAME}, encrypted with this passphrase.`
}

async function importFrom(
  file: File | undefined,
  passphrase: string,
  connections: Connections,
): Promise<string> {
  if (!file) return 'No file was chosen.'
  const added = await connections.importConnections(await file.text(), passphrase)
  return `Imported: ${added.map(({ label }) => label).join(', ')}. Each starts read only.`
}
