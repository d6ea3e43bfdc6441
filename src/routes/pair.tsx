import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'

import { useCallback } from 'react'

import { Pairing } from '#features/connection/pairing.tsx'

/** Page for pairing by a one-time code, which is in memory and not in the URL. */
export const Route = createFileRoute('/pair')({
  loader: ({ context }) => {
    const code = context.takePairingCode()
    if (code === undefined) throw redirect({ to: '/portfolio', replace: true })
    return code
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: PairPage,
})

function PairPage() {
  const code = Route.useLoaderData()
  const navigate = useNavigate()
  const leave = useCallback(() => void navigate({ to: '/portfolio', replace: true }), [navigate])
  return <Pairing code={code} onPaired={leave} />
}
