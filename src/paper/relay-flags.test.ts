import { describe, expect, it } from 'vitest'

import { HELP, readRelayFlags } from './serve-flags.ts'

describe('--upstream', () => {
  it('is a start of its own, on a port of its own', () => {
    expect(readRelayFlags(['--port', '5000'])).toBeUndefined()
    expect(readRelayFlags(['--upstream', 'https://api.example/'])).toEqual({
      upstream: 'https://api.example',
      port: 4781,
    })
    expect(readRelayFlags(['--upstream=http://127.0.0.1:9', '--port=0'])).toEqual({
      upstream: 'http://127.0.0.1:9',
      port: 0,
    })
    expect(HELP).toContain('--upstream')
  })

  it.each([
    [['--upstream'], 'The flag --upstream was not given as it should be;'],
    [['--upstream', 'https://api.example/v2'], '--upstream takes an origin such as'],
    [['--upstream', 'http://api.example'], '--upstream takes an https origin,'],
    [['--upstream', 'https://api.example', '--data', 'x'], 'There is no flag --data;'],
    [['--upstream', 'https://api.example', 'https://b.example'], 'one origin alone.'],
  ])('%j is refused', (words, sentence) => {
    expect(() => readRelayFlags(words)).toThrow(sentence)
  })
})
