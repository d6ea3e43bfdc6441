import type { Handlers } from '../http/routes.ts'

export const gridBotHandlers = {
  listGridBots: (_request, { engine }) => engine.gridBots(),
  getGridBot: ({ params }, { engine }) => engine.gridBot(params.id),
  getRequiredBalances: ({ params }, { engine }) => engine.requiredBalances(params.id),
  stopGridBot: ({ params }, { engine }) => engine.stopGridBot(params.id),
  startGridBot: ({ params }, { engine }) => engine.startGridBot(params.id),
  createGridBot: ({ body }, { engine }) => engine.createGridBot(body),
} satisfies Partial<Handlers>
