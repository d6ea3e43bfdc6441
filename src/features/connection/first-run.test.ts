import { expect, it } from 'vitest'

import { readPairingLink } from './pairing.tsx'

const HERE = 'http://127.0.0.1:4780'
const read = (text: string) => readPairingLink(text, HERE)

it.each([`${HERE}/#pair=yIu89mmFjT0YTf6I-KFBw_`, ' yIu89mmFjT0YTf6I-KFBw_ '])(
  'a pasted pairing link gives its code: %s',
  (text) => expect(read(text)).toEqual({ ok: true, code: 'yIu89mmFjT0YTf6I-KFBw_' }),
)

it('a pasted pairing link of another address is refused', () => {
  expect(read('http://127.0.0.1:9999/#pair=yIu89mmFjT0YTf6I-KFBw')).toEqual({
    ok: false,
    message: 'This link belongs to another address. Open it in the address bar.',
  })
})

it.each(['', 'npm start', HERE])(
  'an invalid pasted link is refused with an example: %j',
  (text) => {
    expect(read(text)).toEqual({
      ok: false,
      message: `Paste the whole link, such as ${HERE}/#pair=….`,
    })
  },
)
