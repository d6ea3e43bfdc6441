import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as z from 'zod/mini'

import { orAbsent } from '#contract/healed.ts'

import { textLike } from '#contract/primitives.ts'

import { ConnectPage } from '#features/connection/connect-page.tsx'

const search = z.object({
  // Path to return to. Other origins are rejected (open redirect).
  back: orAbsent(textLike(/^\/(?!\/)/)),
  add: orAbsent(z.boolean()),
})

export const Route = createFileRoute('/connect')({
  validateSearch: search,
  component: Connect,
})

function Connect() {
  const { back, add = false } = Route.useSearch()
  const navigate = useNavigate()
  const leave = useCallback(() => void navigate({ href: back ?? '/portfolio' }), [navigate, back])
  return <ConnectPage isAdding={add} onReady={leave} />
}
