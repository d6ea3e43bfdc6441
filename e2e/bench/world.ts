import { createHmac } from 'node:crypto'

import { inOwnProcess, openPaperService } from '../paper-service.ts'

type NewKey = { api_key: string; secret_key: string; token: string }
type Listed = { account_id: number; market_type: string }

/**
 * The product over a copy of the demo world, with a key of its own and an account that has dollars.
 * Requests a minute: a page asks a service that names no limit for 60 reads at most.
 */
export async function demoService(limit: number | 'off' = 'off') {
  const service = await openPaperService(['--rate-limit', String(limit)], undefined, inOwnProcess)
  try {
    const made = await service.command('keys', 'add', '--type', 'hmac', '--json')
    const key = JSON.parse(made) as NewKey
    const text = await read(service.origin, key, '/api/v1/exchanges', '')
    const accounts = JSON.parse(text) as Listed[]
    const account = accounts.find(({ market_type: type }) => type === 'spot')?.account_id ?? 0
    return { service, key, account, remove: () => service.remove() }
  } catch (error) {
    await service.remove()
    throw error
  }
}

/** A signed GET, its body as text. */
export async function read(
  origin: string,
  key: Pick<NewKey, 'api_key' | 'secret_key'>,
  path: string,
  query: string,
): Promise<string> {
  const signature = createHmac('sha256', key.secret_key).update(`${path}?${query}`).digest('hex')
  const target = query === '' ? path : `${path}?${query}`
  const response = await fetch(`${origin}${target}`, {
    headers: { APIKEY: key.api_key, Signature: signature },
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
  return response.text()
}
