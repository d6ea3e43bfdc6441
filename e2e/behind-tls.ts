import { test as base, expect } from '@playwright/test'

import { openPaperService, type PaperService } from './paper-service.ts'
import { type SignedCalls, signedCalls } from './signed-calls.ts'
import { openTlsProxy, type Protocol, type TlsProxy, type TlsProxyOptions } from './tls-proxy.ts'

export const ORDERS = '/api/v1/smart_trades'

export type Set = {
  tls: TlsProxy
  service: PaperService
  /** Calls past the browser and what breaks. */
  calls: SignedCalls
  /** The last trades, as the service has them. */
  trades: () => Promise<{ id: number; note: string }[]>
}

type Options = { protocol: Protocol; behind: TlsProxyOptions & { flags?: string[] } }

/** A service behind TLS, and its dashboard on this machine, which may call it. */
export const test = base.extend<Options & { set: Set }>({
  protocol: ['HTTP/2', { option: true }],
  behind: [{}, { option: true }],
  ignoreHTTPSErrors: true,
  set: async ({ protocol, behind }, use) => {
    const { flags = [], ...options } = behind
    const tls = await openTlsProxy(protocol, options)
    const all = ['--rate-limit', 'off', '--connect-to', tls.origin, ...flags]
    const service = await openPaperService((origin) => [...all, '--allow-origin', origin])
    tls.forwardTo(service.origin)
    const calls = await signedCalls(service)
    const last = `${ORDERS}?order_by=created_at&order_direction=DESC&per_page=100`
    await use({ tls, service, calls, trades: () => calls.read(last) })
    await tls.close()
    await service.remove()
  },
})

export { expect }
