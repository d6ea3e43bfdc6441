import { expect, it } from 'vitest'

import { offeredPlace } from './place-fields.tsx'

const typed = { account: '4417', pair: 'USDT_ETH' }
const accounts = [{ id: '4417', name: 'Harbour' }]

it('a chosen pair waits for the list of pairs', () => {
  expect(offeredPlace(typed, { accounts, pairs: undefined })).toEqual(typed)
  expect(offeredPlace(typed, { accounts, pairs: ['USDT_ETH'] })).toEqual(typed)
})

it('an account or pair missing from the lists must be chosen again', () => {
  expect(offeredPlace(typed, { accounts: [], pairs: undefined })).toEqual({ ...typed, account: '' })
  expect(offeredPlace(typed, { accounts, pairs: ['USDT_BTC'] })).toEqual({ ...typed, pair: '' })
})
