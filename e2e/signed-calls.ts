import { createHmac } from 'node:crypto'

import type { PaperService } from './paper-service.ts'

export type SignedCalls = {
  read<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
}

/** Calls of a key of their own, past whatever stands between the page and its service. */
export async function signedCalls(service: PaperService): Promise<SignedCalls> {
  const added = await service.command('keys', 'add', '--type', 'hmac', '--json')
  const key = JSON.parse(added) as { api_key: string; secret_key: string }
  const call = async (method: string, path: string, body: string) => {
    const signed = `${path}${path.includes('?') ? '' : '?'}${body}`
    const signature = createHmac('sha256', key.secret_key).update(signed).digest('hex')
    const response = await fetch(`${service.origin}${path}`, {
      method,
      headers: {
        APIKEY: key.api_key,
        Signature: signature,
        ...(body !== '' && { 'Content-Type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
    return JSON.parse(text) as never
  }
  return {
    read: (path) => call('GET', path, ''),
    post: (path, body) => call('POST', path, body === undefined ? '' : JSON.stringify(body)),
  }
}
