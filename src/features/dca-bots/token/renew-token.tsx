import { useRef, useState } from 'react'

import { renewToken } from '#contract/system.ts'
import { useExtension, useService } from '#query/service.tsx'
import { useConnection, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'

/** Whether the service gives a new token for the key. */
export const useCanRenew = (): boolean => useExtension(renewToken) === true

/** Asks the service for a token with the connection's key; the token goes straight to where keys rest. */
export function RenewToken({ look }: { look: 'primary' | 'secondary' }) {
  const { client } = useService()
  const connection = useConnection()
  const { connections } = useSessionStore()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const inFlight = useRef(false)
  const renew = async () => {
    if (inFlight.current || !connection) return
    inFlight.current = true
    setAsking(true)
    setProblem(undefined)
    try {
      const { token } = await client.call(renewToken, {})
      if (token === undefined) throw new Error('The service answered without a token.')
      await connections.setToken(connection.id, token)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The token could not be renewed.')
    } finally {
      inFlight.current = false
      setAsking(false)
    }
  }
  return (
    <>
      <Button
        look={look}
        size={look === 'primary' ? 'medium' : 'small'}
        isSending={isAsking}
        sendingLabel="Asking"
        onClick={() => void renew()}
      >
        Ask for a new token
      </Button>
      {problem !== undefined && (
        <div role="alert">
          <FieldMessage isError>{problem}</FieldMessage>
        </div>
      )}
    </>
  )
}
