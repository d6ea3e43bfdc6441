import { expect, it } from 'vitest'

import { smartTradeDraft } from '#contract/smart-trade-draft.ts'

import { aTicket } from './a-ticket.ts'
import { type DraftValues, ticketForm } from './fields.ts'

const ticket = aTicket()
const isChoice = (change: (values: DraftValues) => void): boolean => {
  const changed = structuredClone(ticket)
  change(changed)
  return ticketForm.choicesText(changed) !== ticketForm.choicesText(ticket)
}

it('ticket choices include every choice', () => {
  expect(isChoice((values) => (values.type = 'smart_cover'))).toBe(true)
  expect(isChoice((values) => (values.pair = 'USDT_SOL'))).toBe(true)
  expect(isChoice((values) => (values.position.by = 'total'))).toBe(true)
  expect(isChoice((values) => (values.position.order_type = 'conditional'))).toBe(true)
  expect(isChoice((values) => (values.stop_loss.enabled = false))).toBe(true)
  expect(isChoice((values) => (values.take_profit.by = 'own'))).toBe(true)
  expect(isChoice((values) => values.take_profit.steps.pop())).toBe(true)
})

it('ticket choices include no typed text', () => {
  expect(isChoice((values) => (values.position.price.value += '1'))).toBe(false)
  expect(isChoice((values) => (values.position.units.value += '1'))).toBe(false)
  expect(isChoice((values) => (values.stop_loss.conditional.price.percent += '1'))).toBe(false)
  expect(isChoice((values) => (values.note += '1'))).toBe(false)
})

/** Members of the request that are computed from several fields. */
const WORKED_OUT = [
  'instant',
  'skip_enter_step',
  'position.type',
  'take_profit.steps.*.price.type',
  'take_profit.steps.*.trailing.enabled',
  'take_profit.steps.*.trailing.percent',
]

it('the ticket’s fields cover everything in a request', () => {
  const declared = new Set(
    ticketForm.present(everything(), {}).map((path) => path.replaceAll(/\.\d+\b/g, '.*')),
  )
  for (const linked of [
    'take_profit.steps.*.price',
    'stop_loss.price',
    'stop_loss.conditional.price',
  ])
    declared.add(`${linked}.percent`)
  const undeclared = pathsOf(smartTradeDraft as unknown as Schema).filter(
    (path) => !declared.has(path) && !WORKED_OUT.includes(path),
  )
  expect(undeclared).toEqual([])
})

/** A ticket on which every field is there. */
const everything = (): DraftValues =>
  aTicket({
    leverage: { enabled: true },
    position: {
      order_type: 'conditional',
      conditional: { order_type: 'limit', trailing: { enabled: true } },
    },
    take_profit: { by: 'own', trailing: { enabled: true } },
    stop_loss: {
      order_type: 'limit',
      conditional: { trailing: { enabled: true } },
      timeout: { enabled: true },
    },
  })

type Schema = { def: { type: string; shape?: Record<string, Schema>; [inner: string]: unknown } }

/** Every path at which a schema takes a value. */
function pathsOf({ def }: Schema, at = ''): string[] {
  if (def.shape) {
    return Object.entries(def.shape).flatMap(([name, member]) =>
      pathsOf(member, at === '' ? name : `${at}.${name}`),
    )
  }
  if (def.type === 'array') return pathsOf(def['element'] as Schema, `${at}.*`)
  if (def.type === 'optional') return pathsOf(def['innerType'] as Schema, at)
  return [at]
}
