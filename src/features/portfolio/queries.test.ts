import { expect, it } from 'vitest'

import { getBalanceHistory } from '#contract/exchanges.ts'
import { createQueryClient } from '#query/query-client.ts'
import { entity } from '#testing/entity.ts'

import { balanceHistoryOf } from './queries.ts'

const point = (usd: number) => ({
  date: 1_793_491_200,
  usd,
  btc: 1,
  usd_deposit_amount: 0,
  btc_deposit_amount: 0,
})

it('an equal history after a new read keeps its object', async () => {
  let usd = 10
  const answer = () => Promise.resolve(entity(getBalanceHistory.response, [point(usd)]))
  const queryClient = createQueryClient({ read: answer as never, now: () => Date.now() })
  const history = { ...balanceHistoryOf('summary', 0), staleTime: 0 }
  const readAgain = async () => {
    await queryClient.fetchQuery(history)
    return queryClient.getQueryData(history.queryKey)
  }
  const first = await readAgain()
  expect(first?.value.usd).toEqual(Float64Array.of(10))
  expect(await readAgain()).toBe(first)
  usd = 11
  expect((await readAgain())?.value.usd).toEqual(Float64Array.of(11))
})
