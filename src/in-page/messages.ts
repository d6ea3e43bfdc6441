/** What a page asks of the paper service in its worker, as plain data. */
export type Ask =
  | {
      kind: 'request'
      method: string
      /** Path and query exactly as the page signed them. */
      target: string
      headers: readonly (readonly [name: string, value: string])[]
      body: string | undefined
    }
  | { kind: 'pairing_code' }
  | { kind: 'start_over' }
  | { kind: 'download' }
  /** Puts the world of a file in the place of this one. */
  | { kind: 'restore'; file: Blob }

export type Reply =
  | { kind: 'response'; status: number; headers: Record<string, string>; body: string | null }
  | { kind: 'code'; code: string }
  | { kind: 'done' }
  | { kind: 'file'; file: Blob }
  /** The worker that did it has ended: it may have been done or not. */
  | { kind: 'lost' }
  /** It was not done. */
  | { kind: 'failed'; sentence: string }

/** How the service in the browser is. */
export type ServiceState = {
  phase: 'opening' | 'running' | 'stopped'
  /** Another tab runs the service for this one. */
  isElsewhere: boolean
  /** What is being done to the world, such as "catching up, 41 %". */
  progress: string | undefined
  /** Why it runs no more, or what happened to it last. */
  sentence: string | undefined
}

export type ToWorker =
  | {
      kind: 'open'
      /** The address of the world that a first visit begins with. */
      snapshot: string
      /** The origin of the page, and the path below which its API lies. */
      origin: string
      basePath: string
    }
  | { kind: 'ask'; id: number; ask: Ask }
  | { kind: 'ping' }

export type FromWorker =
  | { kind: 'reply'; id: number; reply: Reply }
  | { kind: 'state'; state: ServiceState }
  | { kind: 'pong' }

/** Asking it again changes nothing. */
export const isRead = (ask: Ask): boolean =>
  ask.kind === 'request'
    ? ask.method === 'GET' || ask.method === 'HEAD'
    : ask.kind !== 'start_over' && ask.kind !== 'restore'
