import { useState } from 'react'

import { useConnection, useSessionStore } from './use-session.ts'
import { VaultProblem } from './vault-format.ts'

/** What cannot be undone asks for the passphrase again, where the key of the connection has one. */
export function usePassphraseAgain() {
  const { connections } = useSessionStore()
  const isGuarded = useConnection()?.storage === 'vault'
  const [isGiven, setGiven] = useState(false)
  const check = async (passphrase: string): Promise<string | undefined> => {
    const problem = await problemOf(connections.prove(passphrase))
    setGiven(problem === undefined)
    return problem
  }
  return { isNeeded: isGuarded && !isGiven, check }
}

/** A sentence when the passphrase does not open the vault. */
export async function problemOf(opening: Promise<void>): Promise<string | undefined> {
  try {
    await opening
    return undefined
  } catch (error) {
    return error instanceof VaultProblem ? error.message : 'The stored keys cannot be opened.'
  }
}
