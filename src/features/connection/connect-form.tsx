import { type FormEvent, useRef, useState } from 'react'

import type { Mode } from '#contract/system.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { DIALECT_PROFILES, type DialectId, DIALECTS } from '#dialects/dialects.ts'
import { readBaseUrl } from '#session/connection-profile.ts'
import { credentialsOf } from '#session/stored-secret.ts'
import { useSessionStore } from '#session/use-session.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import type { EmptyForm } from '#signing/signature.ts'
import { textOr } from '#money/format.ts'
import { Button } from '#ui/button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { optionsOf } from '#ui/options.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-input.tsx'

import { keepsBodyForm, StepList, type Tested, useConnectionTest } from './connection-test.tsx'
import type { TestResult } from './test-connection.ts'
import { KeepFields, KeyFields, type KeyKind, openVaultFor, readKeyForm } from './key-fields.tsx'

type Place = 'baseUrl' | 'mode' | 'key' | 'vault'

type ConnectFormProps = {
  onAdded: () => void
  onCancel?: (() => void) | undefined
}

export function ConnectForm({ onAdded, onCancel }: ConnectFormProps) {
  const sessionStore = useSessionStore()
  const form = useRef<HTMLFormElement>(null)
  const [dialect, setDialect] = useState<DialectId>('quarterdeck')
  const { baseUrl: fixedUrl, hasFixedMode } = DIALECT_PROFILES[dialect]
  const words = DIALECT_WORDS[dialect]
  const [kind, setKind] = useState<KeyKind>('hmac')
  const [chosenMode, setMode] = useState<Mode>()
  // A service with both modes needs a choice.
  const mode = chosenMode ?? (hasFixedMode ? 'real' : undefined)
  const [keep, setKeep] = useState<'vault' | 'session'>('vault')
  const [found, setFound] = useState<TestResult & { of: Tested }>()
  const [problems, setProblems] = useState<Partial<Record<Place, string>>>({})
  const [isAdding, setAdding] = useState(false)
  const { steps, isRunning, hasFailed, test, testBody } = useConnectionTest()

  async function readForm(element: HTMLFormElement) {
    setProblems({})
    const address = readBaseUrl(textFrom(element, 'baseUrl'), location.origin)
    if (!address.ok) throw new FormProblem('baseUrl', address.message)
    if (mode === undefined) throw new FormProblem('mode', 'Choose paper or real money.')
    const { baseUrl } = address
    const label = textOr(textFrom(element, 'label').trim(), new URL(baseUrl).host)
    return { label, baseUrl, mode, stored: await readKeyForm(element, kind, baseUrl) }
  }

  const report = (error: unknown) => {
    const place = error instanceof KeyProblem ? 'key' : 'vault'
    setProblems({
      [error instanceof FormProblem ? error.place : place]:
        error instanceof Error ? error.message : 'This failed.',
    })
  }

  const readTested = async (element: HTMLFormElement) => {
    const { baseUrl, mode: declared, stored } = await readForm(element)
    return {
      of: { baseUrl, dialect, mode: declared, kind },
      credentials: (empty: EmptyForm) => credentialsOf(stored, empty),
    }
  }

  const runTest = async () => {
    if (!form.current) return
    const { of, credentials } = await readTested(form.current)
    setFound({ ...(await test(of, credentials)), of })
  }

  const runBodyTest = async () => {
    if (!form.current || !found) return
    const { of, credentials } = await readTested(form.current)
    const bodyForm = await testBody(of, credentials, found)
    if (bodyForm && keepsBodyForm(dialect)) setFound({ ...found, emptyForm: bodyForm })
  }

  const add = async (element: HTMLFormElement) => {
    const { label, baseUrl, mode: declaredMode, stored } = await readForm(element)
    if (keep === 'vault') await openVaultFor(element, sessionStore)
    // The result of a test counts for the tested address only.
    const isFound =
      found?.of.baseUrl === baseUrl && found.of.dialect === dialect && found.of.kind === kind
    const [likeliest = 'path?'] = words.forms(kind).ofReads
    const { emptyForm = likeliest, transport } = isFound ? found : {}
    const draft = { label, baseUrl, dialect, declaredMode, emptyForm, transport }
    await sessionStore.connections.add(draft, stored, keep)
    element.reset()
    onAdded()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAdding(true)
    add(event.currentTarget)
      .catch(report)
      .finally(() => setAdding(false))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Segmented
        label="Service"
        isLabelVisible
        isFull
        value={dialect}
        options={DIALECTS.map((value) => ({ value, label: DIALECT_PROFILES[value].name }))}
        onChange={setDialect}
      />
      <TextField
        label="Base URL"
        error={problems.baseUrl}
        hint={words.addressHint}
        key={dialect}
        name="baseUrl"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        defaultValue={fixedUrl}
      />
      <div className="flex flex-col gap-1">
        <ModeChoice mode={mode} onMode={setMode} />
        {problems.mode !== undefined && (
          <p role="alert" className="text-caption text-caution">
            {problems.mode}
          </p>
        )}
        {words.modeHint !== undefined && (
          <p className="text-caption text-ink-3">{words.modeHint}</p>
        )}
      </div>
      <KeyFields dialect={dialect} kind={kind} onKind={setKind} problem={problems.key} />
      <TextField
        label="Name"
        help="optional"
        hint="Defaults to the host of the base URL."
        name="label"
        autoComplete="off"
      />
      <KeepFields keep={keep} onKeep={setKeep} problem={problems.vault} />
      {(mode === 'real' || hasFixedMode) && (
        <p className="text-caption text-ink-3">
          {mode === 'real' ? 'A real-money connection' : 'The connection'} starts read only. Switch
          trading on in Settings.
        </p>
      )}
      {(steps.length > 0 || isRunning) && (
        <StepList
          steps={steps}
          isRunning={isRunning}
          isFollowed
          onTestBody={found && (() => void runBodyTest().catch(report))}
        />
      )}
      {hasFailed && !isRunning && (
        <p role="status" className="text-ink-2">
          You can add the connection anyway.
        </p>
      )}
      {/* { Sticky, so that test steps appearing above do not move the buttons. */}
      <div className="sticky bottom-0 z-10 -mx-1 -mb-4 flex flex-wrap items-center gap-3 border-t border-hairline-2 bg-canvas px-1 py-4">
        <Button
          onClick={() => void runTest().catch(report)}
          isSending={isRunning}
          sendingLabel="Testing"
        >
          Test connection
        </Button>
        {onCancel && (
          <Button look="quiet" className="ml-auto" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          className="max-sm:w-full"
          isSending={isAdding}
          sendingLabel="Adding"
        >
          Add connection
        </Button>
      </div>
    </form>
  )
}

class FormProblem extends Error {
  readonly place: Place

  constructor(place: Place, sentence: string) {
    super(sentence)
    this.place = place
  }
}

type ModeChoiceProps = { mode: Mode | undefined; onMode: (mode: Mode) => void }

/** Declared mode of a connection, used until the service reports it. */
export const ModeChoice = ({ mode, onMode }: ModeChoiceProps) => (
  <Segmented
    label="Mode"
    isLabelVisible
    isFull
    value={mode ?? ''}
    options={optionsOf({ paper: 'Paper', real: 'Real money' })}
    onChange={(next) => next !== '' && onMode(next)}
  />
)
