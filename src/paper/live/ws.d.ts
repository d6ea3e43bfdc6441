/** Types for the part of `ws` that feeds and stand-ins use; the package has none. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export class WebSocket extends EventEmitter {
    constructor(url: string, options: { maxPayload: number; perMessageDeflate: boolean })
    send(text: string): void
    close(): void
    terminate(): void
    on(event: 'open', listener: () => void): this
    on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    on(event: 'close', listener: (code: number) => void): this
    on(
      event: 'unexpected-response',
      listener: (request: unknown, response: IncomingMessage) => void,
    ): this
  }

  export class WebSocketServer {
    constructor(options: { noServer: true; perMessageDeflate: boolean })
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: WebSocket) => void,
    ): void
  }
}
