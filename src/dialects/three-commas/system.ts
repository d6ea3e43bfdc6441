import type { Translation } from '../dialect.ts'

export const system: Readonly<Record<string, Translation>> = {
  getTime: { request: () => ({ method: 'GET', path: '/ver1/time', security: 'public' }) },
  // Held by the connection: 3Commas is told the mode with each request and never asked for it.
  getMode: { local: ({ facts }) => ({ mode: facts.mode }) },
}
