import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createDcaBot } from '#contract/dca-bots.ts'
import { createGridBot } from '#contract/grid-bots.ts'
import { readJson } from '#contract/json.ts'
import { smartTradeChange } from '#contract/smart-trade-change.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { fundsDraft } from '#contract/smart-trade-funds.ts'
import { judgeSmartTrade } from '#contract/smart-trade-rules.ts'
import type { Id } from '#contract/primitives.ts'
import { Refusal } from '#paper/refusal.ts'
import { aDcaDraft, aGridDraft } from '#testing/scripted-bots.ts'
import { aDraft, aStop, scriptedWorld, type ScriptedWorld } from '#testing/scripted-world.ts'

import { recordFault } from './record-shapes.ts'
import { marketView } from './smart-trades/smart-trade-create.ts'

const NUMBERS = [
  '0',
  '1e-7',
  '0.000000000000001',
  '0.5',
  '1.5',
  '99.9999999',
  '1000',
  '1000000000',
  '31536000',
  '10000000000000',
  '999999999999999',
  '9007199254740993',
]

/** Texts of a body, each with one of the numbers in place of one of its members. */
function variants(body: object): [name: string, text: string][] {
  const members = JSON.stringify(body).match(/(?<="\w+":)"?-?[\d.]+"?(?=[,}\]])/g) ?? []
  return members.flatMap((_, place) =>
    NUMBERS.map((number): [string, string] => {
      let at = -1
      const text = JSON.stringify(body).replace(
        /("\w+":)("?)-?[\d.]+"?(?=[,}\]])/g,
        (whole: string, name: string, mark: string) => {
          at += 1
          return at === place ? `${name}${mark}${number}${mark}` : whole
        },
      )
      return [`${members[place]} as ${number}`, text]
    }),
  )
}

const target = (percent: number, volume: number) => ({
  order_type: 'market',
  volume,
  price: { type: 'last', percent },
})
const exits = {
  take_profit: {
    enabled: true,
    steps: [target(20, 50), { ...target(25, 50), trailing: { enabled: true, percent: 1 } }],
  },
  stop_loss: {
    enabled: true,
    order_type: 'market',
    breakeven: true,
    conditional: {
      price: { type: 'last', percent: 15 },
      trailing: { enabled: true, percent: 2 },
    },
    timeout: { enabled: true, value: 5 },
  },
}
const position = { type: 'buy', order_type: 'market', units: { value: '1' } }

const made = ({ engine, account }: ScriptedWorld): Id =>
  engine.createSmartTrade(aDraft(account, { units: '1', stop_loss: aStop('70') })).id

type Case = {
  schema: z.ZodMiniType
  body: (scene: ScriptedWorld) => object
  send: (scene: ScriptedWorld, body: never) => unknown
}
const CASES: Record<string, Case> = {
  'a SmartTrade': {
    schema: smartTradeDraft,
    body: ({ account }) => ({
      account_id: account.id,
      pair: 'USDT_BTC',
      position,
      leverage: { enabled: true, type: 'cross', value: 3 },
      ...exits,
    }),
    send({ engine, world, account }, body) {
      const view = marketView(world, account.id, 'USDT_BTC')
      if (judgeSmartTrade(body, view).issues) throw new Refusal('record_invalid', 'Refused.')
      engine.createSmartTrade(body)
    },
  },
  'a change of a SmartTrade': {
    schema: smartTradeChange,
    body: () => exits,
    async send(scene, body) {
      const id = made(scene)
      scene.at(2)
      await scene.engine.updateSmartTrade(id, body)
    },
  },
  'an addition to a SmartTrade': {
    schema: fundsDraft,
    body: () => ({ order_type: 'limit', units: { value: '1' }, price: { value: 99 } }),
    async send(scene, body) {
      const id = made(scene)
      scene.at(2)
      await scene.engine.addSmartTradeFunds(id, body)
    },
  },
  'a grid bot': {
    schema: createGridBot.body,
    body: ({ account }) =>
      aGridDraft(account, {
        max_active_buy_lines: 3,
        max_active_sell_lines: 3,
        trailing_up_enabled: true,
        expansion_down_enabled: true,
        expansion_down_stop_price: 50 as never,
        lower_stop_loss_enabled: true,
        lower_stop_loss_price: 61 as never,
      }),
    send: ({ engine }, body) => engine.createGridBot(body),
  },
  'a DCA bot': {
    schema: createDcaBot.body,
    body: ({ account }) =>
      aDcaDraft(account, {
        start_condition: 'asap',
        tp_trailing: true,
        tp_trailing_pct: 1 as never,
        stop_loss_enabled: true,
        stop_loss_pct: 30 as never,
      }),
    send: ({ engine }, body) => engine.createDcaBot(body, 'secret'),
  },
}

const aScene = () =>
  scriptedWorld({
    prices: { USDT_BTC: '0s 100, 5s 80, 20s 130, 40s 60' },
    balances: { USDT: '1000000' },
    marketType: 'margin',
  })

/** Faults of all that is stored during ten minutes after a request, unless it is refused. */
async function faultsAfter({ schema, send }: Case, text: string): Promise<string[] | undefined> {
  const scene = aScene()
  const body = z.safeDecode(schema, readJson(text))
  if (!body.success) return undefined
  try {
    await send(scene, body.data as never)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
  return [3, 10, 30, 60, 600].flatMap((second) => {
    scene.at(second)
    return scene.stored().stored.flatMap(({ kind, json }) => recordFault(kind, json) ?? [])
  })
}

it.each(Object.entries(CASES))(
  'every number that %s accepts is stored so that it can be read again',
  { timeout: 120_000 },
  async (_name, one) => {
    let accepted = 0
    for (const [name, text] of variants(one.body(aScene()))) {
      const faults = await faultsAfter(one, text)
      if (faults) accepted += 1
      expect([name, ...(faults ?? [])]).toEqual([name])
    }
    expect(accepted).toBeGreaterThan(3)
  },
)
