/** Requests to the worker, as plain data. */
export type Ask =
  | {
      kind: 'request'
      method: string
      /** Path and query exactly as signed. */
      target: string
      headers: readonly (readonly [name: string, value: string])[]
      body: string | undefined
    }
  /** Asks for the next part of a stream, or ends it. */
  | { kind: 'next' | 'leave'; stream: string }
  | { kind: 'pairing_code' }
  | { kind: 'start_over' }
  | { kind: 'download' }
  | { kind: 'restore'; file: Blob }

export type Reply =
  | {
      kind: 'response'
      status: number
      headers: Record<string, string>
      body: string | null
      /** Name of the stream that follows in place of a body. */
      stream?: string
    }
  /** `undefined` at the end. */
  | { kind: 'part'; text: string | undefined }
  | { kind: 'code'; code: string }
  | { kind: 'done' }
  | { kind: 'file'; file: Blob }
  /** The worker ended; the outcome is unknown. */
  | { kind: 'lost' }
  /** Certainly not executed. */
  | { kind: 'failed'; sentence: string }

export type ServiceState = {
  phase: 'opening' | 'running' | 'stopped'
  /** Another tab runs the service. */
  isElsewhere: boolean
  /** Current work, such as "catching up, 41 %". */
  progress: string | undefined
  /** Reason for stopping, or the last problem. */
  sentence: string | undefined
}

export type ToWorker =
  | {
      kind: 'open'
      /** URL of the initial world. */
      snapshot: string
      origin: string
      basePath: string
    }
  | { kind: 'ask'; id: number; ask: Ask }
  | { kind: 'ping' }

export type FromWorker =
  | { kind: 'reply'; id: number; reply: Reply }
  | { kind: 'state'; state: ServiceState }
  | { kind: 'pong' }

/** Returns true if repeating the request is harmless. */
export const isRead = (ask: Ask): boolean =>
  ask.kind === 'request'
    ? ask.method === 'GET' || ask.method === 'HEAD'
    : ask.kind === 'pairing_code' || ask.kind === 'download'
