import { type FormEvent, useRef, useState } from 'react'

import { FieldMessage } from '#ui/field-message.tsx'

/** Runs one task at a time and keeps the last error. */
export function useAttempt(otherwise = 'The service did not answer.') {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const inFlight = useRef(false)
  const attempt = async (work: () => Promise<void>) => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : otherwise)
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }
  return { attempt, problem, isBusy, forget: () => setProblem(undefined) }
}

/** Form whose secrets are read from its inputs on submit and never enter state. */
export function useSecretForm(send: (form: HTMLFormElement) => Promise<void>, otherwise?: string) {
  const { attempt, ...state } = useAttempt(otherwise)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void attempt(() => send(form))
  }
  return { ...state, onSubmit }
}

type ProblemProps = { children: string | undefined; className?: string }

export const Problem = ({ children, className }: ProblemProps) =>
  children !== undefined && (
    <div role="alert" className={className}>
      <FieldMessage error={children} />
    </div>
  )
