import { type FormEvent, useRef, useState } from 'react'

import type { Transport } from '#client/transport.ts'
import type { Mode } from '#contract/system.ts'
import { readBaseUrl } from '#session/connection-profile.ts'
import { credentialsOf } from '#session/stored-secret.ts'
import { useSessionStore } from '#session/use-session.ts'
import { KeyProblem } from '#signing/key-problem.ts'
import type { EmptyForm } from '#signing/signature.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { StepList, useConnectionTest } from './connection-test.tsx'
import { KeepFields, KeyFields, type KeyKind, openVaultFor, readKeyForm } from './key-fields.tsx'

type Problem = { place: 'label' | 'baseUrl' | 'key' | 'vault'; sentence: string }

type ConnectFormProps = {
  onAdded: () => void
  /** Offered where there is something to go back to. */
  onCancel?: (() => void) | undefined
}

/** A connection to a service: where it is, whose key signs, and where that key is stored. */
export function ConnectForm({ onAdded, onCancel }: ConnectFormProps) {
  const sessionStore = useSessionStore()
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<KeyKind>('hmac')
  const [mode, setMode] = useState<Mode>('real')
  const [keep, setKeep] = useState<'vault' | 'session'>('vault')
  const [emptyForm, setEmptyForm] = useState<EmptyForm>('path?')
  const [tested, setTested] = useState<{ baseUrl: string; transport: Transport | undefined }>()
  const [problem, setProblem] = useState<Problem>()
  const [isAdding, setAdding] = useState(false)
  const { steps, isRunning, hasFailed, test } = useConnectionTest()
  const sentence = (place: Problem['place']) =>
    problem?.place === place ? problem.sentence : undefined

  async function readForm(element: HTMLFormElement) {
    setProblem(undefined)
    const label = textFrom(element, 'label').trim()
    if (label === '') throw new FormProblem('label', 'Enter a name for the connection.')
    const address = readBaseUrl(textFrom(element, 'baseUrl'), location.origin)
    if (!address.ok) throw new FormProblem('baseUrl', address.message)
    const { baseUrl } = address
    return { label, baseUrl, stored: await readKeyForm(element, kind, baseUrl) }
  }

  const report = (error: unknown) => {
    if (error instanceof FormProblem) setProblem({ place: error.place, sentence: error.message })
    else if (error instanceof KeyProblem) setProblem({ place: 'key', sentence: error.message })
    else
      setProblem({
        place: 'vault',
        sentence: error instanceof Error ? error.message : 'This failed.',
      })
  }

  const runTest = async () => {
    if (!form.current) return
    const { baseUrl, stored } = await readForm(form.current)
    const result = await test({ baseUrl, credentials: (empty) => credentialsOf(stored, empty) })
    if (result.emptyForm) setEmptyForm(result.emptyForm)
    setTested({ baseUrl, transport: result.transport })
  }

  const add = async (element: HTMLFormElement) => {
    const { label, baseUrl, stored } = await readForm(element)
    if (keep === 'vault') await openVaultFor(element, sessionStore)
    // Of another address the test has said nothing.
    const transport = tested?.baseUrl === baseUrl ? tested.transport : undefined
    const draft = { label, baseUrl, declaredMode: mode, emptyForm, transport }
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
      <Field label="Name" error={sentence('label')}>
        {(wiring) => <TextInput {...wiring} name="label" autoComplete="off" />}
      </Field>
      <Field
        label="Base URL"
        error={sentence('baseUrl')}
        hint="The address before /api/v1, including any path."
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            name="baseUrl"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
          />
        )}
      </Field>
      <ModeChoice mode={mode} onMode={setMode} />
      <KeyFields kind={kind} onKind={setKind} problem={sentence('key')} />
      <KeepFields keep={keep} onKeep={setKeep} problem={sentence('vault')} />
      {mode === 'real' && (
        <p className="text-caption text-ink-3">
          A real-money connection starts read only. Switch trading on in Settings.
        </p>
      )}
      {(steps.length > 0 || isRunning) && (
        <StepList steps={steps} isRunning={isRunning} isFollowed />
      )}
      {hasFailed && !isRunning && (
        <p role="status" className="text-ink-2">
          The test found a problem. You can add the connection anyway.
        </p>
      )}
      {/* The buttons stay where they are while the steps of a test come in above them. */}
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
  readonly place: Problem['place']

  constructor(place: Problem['place'], sentence: string) {
    super(sentence)
    this.place = place
  }
}

type ModeChoiceProps = { mode: Mode; onMode: (mode: Mode) => void }

/** What a connection is said to trade, until the service tells it. */
export const ModeChoice = ({ mode, onMode }: ModeChoiceProps) => (
  <Segmented
    label="Mode"
    isLabelVisible
    isFull
    value={mode}
    options={[
      { value: 'paper', label: 'Paper' },
      { value: 'real', label: 'Real money' },
    ]}
    onChange={onMode}
  />
)
