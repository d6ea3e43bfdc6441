import type { QueryClient } from '@tanstack/react-query'

import type { Service } from './service.tsx'

/** What one connection needs to be talked to: made anew when the connection or its key changes. */
export type House = { service: Service; queryClient: QueryClient }
