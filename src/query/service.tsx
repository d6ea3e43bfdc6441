import { createContext, type ReactNode, use } from 'react'

import type { Client } from '#client/client.ts'
import type { Clock } from '#client/clock.ts'
import type { DriftReport } from '#client/drift.ts'
import type { CommandSender } from '#intents/command-sender.ts'

import type { Extensions } from './extensions.ts'
import type { Scheduler } from './scheduler.ts'

/** What talks to the service of the current connection; a new one for each connection. */
export type Service = {
  client: Client
  sender: CommandSender
  scheduler: Scheduler
  extensions: Extensions
  clock: Clock
  drift: DriftReport
  /** Aborted when the connection is left, locked or given another key. */
  life: AbortSignal
}

const ServiceContext = createContext<Service | undefined>(undefined)

export const ServiceProvider = (props: { service: Service; children: ReactNode }) => (
  <ServiceContext value={props.service}>{props.children}</ServiceContext>
)

export function useService(): Service {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService stands outside its ServiceProvider')
  return service
}
