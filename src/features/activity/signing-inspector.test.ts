import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

import { api } from '#contract/api.ts'
import { anIntent } from '#testing/an-intent.ts'

import { curlOf, hexOf } from './intent-detail.tsx'

it('the byte view has rows of eight, with offset and printable characters', () => {
  expect(hexOf('/api/v1/smart_trades?{"note":"é"}')).toBe(
    [
      '0000  2f 61 70 69 2f 76 31 2f  /api/v1/',
      '0008  73 6d 61 72 74 5f 74 72  smart_tr',
      '0010  61 64 65 73 3f 7b 22 6e  ades?{"n',
      '0018  6f 74 65 22 3a 22 c3 a9  ote":"..',
      '0020  22 7d                    "}',
    ].join('\n'),
  )
  expect(hexOf('')).toBe('')
})

it('the byte view contains every signed byte, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = hexOf(text)
        .split('\n')
        .flatMap((row) => row.slice(6, 29).split(' ').filter(Boolean))
      const bytes = [...new TextEncoder().encode(text)]
      expect(shown).toEqual(bytes.map((byte) => byte.toString(16).padStart(2, '0')))
    }),
  )
})

describe('curl command', () => {
  /** Arguments that a shell would pass to curl. */
  const wordsOf = (command: string): string[] =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
      env: { APIKEY: 'my-key', SIGNATURE: 'my-signature', TOKEN: 'my-token' },
    })
      .toString()
      .split('\0')
      .slice(0, -1)

  it('the curl command makes the same request, byte for byte, with the reader’s key and signature', () => {
    const body = `{"note":"it's $HOME, \`id\` and \\"quotes\\""}`
    const headers = { 'Content-Type': 'application/json' }
    expect(wordsOf(curlOf(anIntent(api.createSmartTrade, { body, headers })))).toEqual([
      '-X',
      'POST',
      'https://service.test/api/v1/smart_trades',
      '-H',
      'Content-Type: application/json',
      '-H',
      'APIKEY: my-key',
      '-H',
      'Signature: my-signature',
      '--data-binary',
      body,
    ])
  })

  it('the curl command leaves out absent parts, and uses the token if required', () => {
    expect(wordsOf(curlOf(anIntent(api.stopGridBot)))).toEqual([
      '-X',
      'POST',
      'https://service.test/api/v1/bots/grid/7/stop',
      '-H',
      'APIKEY: my-key',
      '-H',
      'Signature: my-signature',
    ])
    expect(wordsOf(curlOf(anIntent(api.listDcaBots)))).toContain('Authorization: Bearer my-token')
  })
})
