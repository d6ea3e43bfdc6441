import { randomBytes } from 'node:crypto'

import type { Handlers } from '../http/routes.ts'
import { dcaStrategyCatalogue } from './dca-strategy-catalogue.ts'

export const dcaBotHandlers = {
  listDcaBots: ({ query }, { engine }) => engine.dcaBots(query),
  listDcaStrategies: ({ query }) => dcaStrategyCatalogue(query),
  getDcaBot: ({ params, query }, { engine }) =>
    engine.dcaBot(params.id, query.include_events ?? false),
  startDcaBot: ({ params }, { engine }) => engine.startDcaBot(params.id),
  stopDcaBot: ({ params, body }, { engine }) => engine.stopDcaBot(params.id, body.deals),
  createDcaBot: ({ body }, { engine }) =>
    engine.createDcaBot(body, randomBytes(24).toString('base64url')),
  startDeal: ({ params }, { engine }) => engine.startDeal(params.id),
} satisfies Partial<Handlers>
