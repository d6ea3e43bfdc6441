import { expect, it } from 'vitest'

import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

import { valuesOf } from './change.ts'
import { changedMeanwhile, hasChanged, typedUpon } from './changed-lines.ts'

/** A trade as it was opened in a form, and as it is once its first target is filled. */
async function aTradeThatMovesOn() {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 100s 100, 110s 112' },
    balances: { USDT: '10000' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '10',
      take_profit: {
        enabled: true,
        steps: [
          aTarget({ at: '110', volume: '40' }),
          aTarget({ at: '130', volume: '30' }),
          aTarget({ at: '140', volume: '30' }),
        ],
      },
      stop_loss: aStop('80'),
      note: 'as it was',
    }),
  )
  at(5)
  const was = await engine.smartTrade(id)
  return { engine, id, at, was }
}

const VIEW = {}

it('typed values stay after the trade changed, others follow the trade', async () => {
  const { engine, id, at, was } = await aTradeThatMovesOn()
  const typed = valuesOf(was)
  typed.take_profit.steps[1]!.price.value = '135'
  at(110)
  await engine.updateSmartTrade(id, { note: 'by another', stop_loss: aStop('85') })
  const now = await engine.smartTrade(id)
  expect(hasChanged(was, now)).toBe(true)

  const { take_profit, stop_loss, note } = typedUpon(typed, was, now)
  expect(take_profit.steps.map(({ price }) => price.value)).toEqual(['110', '135', '140'])
  expect(stop_loss.conditional.price.value).toBe('85')
  expect(note).toBe('by another')
  expect(changedMeanwhile(was, now, VIEW)).toEqual([
    { name: 'Open', before: '10', after: '6' },
    { name: 'Target 1 is', before: 'Placed', after: 'Finished' },
    { name: 'Stop', before: '80', after: '85' },
    { name: 'Note', before: 'as it was', after: 'by another' },
  ])
})

it('a target changed here and filled meanwhile stays as filled', async () => {
  const { engine, id, at, was } = await aTradeThatMovesOn()
  const typed = valuesOf(was)
  typed.take_profit.steps[0]!.price.value = '120'
  typed.take_profit.steps.splice(1, 1)
  at(110)
  const now = await engine.smartTrade(id)
  const { take_profit } = typedUpon(typed, was, now)
  expect(take_profit.steps.map(({ price }) => price.value)).toEqual(['110', '140'])
})

it('a trade with only a new price leaves the form unchanged', async () => {
  const { engine, id, at, was } = await aTradeThatMovesOn()
  at(50)
  expect(hasChanged(was, await engine.smartTrade(id))).toBe(false)
})
