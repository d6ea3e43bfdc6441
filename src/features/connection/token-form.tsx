import { type FormEvent, useState } from 'react'

import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { TextField } from '#ui/text-input.tsx'

/** New bearer token for the DCA pages; the old one is replaced. */
export function TokenForm({ connectionId }: { connectionId: string }) {
  const [problem, setProblem] = useState<string>()
  const { connections } = useSessionStore()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const token = textFrom(form, 'token').trim()
    // One that is kept is never taken away by an empty field.
    if (token === '') return setProblem('Enter a token first.')
    setProblem(undefined)
    connections
      .setToken(connectionId, token)
      .then(() => form.reset())
      .catch((error: unknown) => {
        setProblem(error instanceof Error ? error.message : 'The token could not be saved.')
      })
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        label="Bearer token"
        isLabelHidden
        error={problem}
        name="token"
        type="password"
        autoComplete="off"
        placeholder="New bearer token"
      />
      <Button type="submit">Save token</Button>
    </form>
  )
}
