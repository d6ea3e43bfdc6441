import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod'

import { ConnectPage } from '#features/connection/connect-page.tsx'

const search = z.object({
  // Where the trader was headed; only a path of this page is followed.
  back: z
    .string()
    .regex(/^\/(?!\/)/)
    .optional()
    .catch(undefined),
})

export const Route = createFileRoute('/connect')({
  validateSearch: search,
  component: Connect,
})

function Connect() {
  const { back } = Route.useSearch()
  const navigate = useNavigate()
  return <ConnectPage onReady={() => void navigate({ href: back ?? '/portfolio' })} />
}
