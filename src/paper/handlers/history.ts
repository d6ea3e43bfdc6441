import type { Handlers } from '../http/routes.ts'

export const historyHandlers = {
  listHistory: ({ query }, { engine }) => engine.history(query),
} satisfies Partial<Handlers>
