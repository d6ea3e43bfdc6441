import { useSecretForm } from '#forms/use-attempt.tsx'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { TextField } from '#ui/text-input.tsx'

export function TokenForm({ connectionId }: { connectionId: string }) {
  const { connections } = useSessionStore()
  const { problem, onSubmit } = useSecretForm(async (form) => {
    const token = textFrom(form, 'token').trim()
    // An empty field never removes a stored token.
    if (token === '') throw new Error('Enter a token first.')
    await connections.setToken(connectionId, token)
    form.reset()
  }, 'The token could not be saved.')
  return (
    <form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        label="Bearer token"
        isLabelHidden
        error={problem}
        name="token"
        type="password"
        placeholder="New bearer token"
      />
      <Button type="submit">Save token</Button>
    </form>
  )
}
