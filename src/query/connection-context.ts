import type { QueryClient } from '@tanstack/react-query'

import type { Service } from './service.tsx'

/** What one connection needs to be talked to: made anew when the connection or its key changes. */
export type ConnectionContext = {
  /** No two houses have the same, so that nothing on the page outlives the one it was drawn for. */
  id: string
  service: Service
  queryClient: QueryClient
  /** Ends what goes on by itself: with this connection and key nothing more is asked. */
  leave: () => void
}
