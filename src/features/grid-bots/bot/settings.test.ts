import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { EverySetting, GRID_SETTINGS } from './settings.tsx'

/** Label of the list beside the service's name of a member. */
const shown = (members: object, field: string): string | undefined => {
  const bot = entity(gridBot, { pair: 'USDT_ETH', ...members })
  const text = renderToStaticMarkup(createElement(EverySetting, { bot })).replace(/<[^>]+>/g, '|')
  return new RegExp(`\\|${field}\\|+([^|]+(\\|+[A-Z]{3,5}(?=\\|))?)`)
    .exec(text)?.[1]
    ?.replace(/\|+/g, ' ')
}

it('grid bot settings show every field of the contract except the lines, once', () => {
  const fields = GRID_SETTINGS.map(({ field }) => field)
  const wanted = Object.keys(gridBot.shape).filter((field) => field !== 'grid_lines')
  expect(fields.toSorted()).toEqual(wanted.toSorted())
})

it('grid bot settings distinguish none from unknown', () => {
  expect(shown({ lower_stop_loss_price: null }, 'lower_stop_loss_price')).toBe('not set')
  expect(shown({}, 'lower_stop_loss_price')).toBe('—')
})

it('grid bot settings read booleans sent as text', () => {
  expect(shown({ trailing_up_enabled: 'true' }, 'trailing_up_enabled')).toBe('On')
})

it('grid bot settings name the currencies of base and quote', () => {
  const sides = { order_currency_type: 'base', profit_currency_type: 'quote' }
  expect(shown(sides, 'order_currency_type')).toBe('ETH')
  expect(shown(sides, 'profit_currency_type')).toBe('USDT')
})

it('grid bot settings limit the digits of a step to its column', () => {
  const step = { grid_type: 'geometric', grid_price_step: '1.015990948363383479207547' }
  expect(shown(step, 'grid_price_step')).toBe('1.01599095')
})

it('grid bot settings show an arithmetic step in the price’s unit, a geometric one without', () => {
  const step = (grid_type: string) =>
    shown({ grid_type, grid_price_step: '1.004' }, 'grid_price_step')
  expect(step('arithmetic')).toBe('1.004 USDT')
  expect(step('geometric')).toBe('1.004')
})

it('grid bot settings keep unknown words', () => {
  expect(shown({ lower_stop_loss_action: 'sing_a_song' }, 'lower_stop_loss_action')).toBe(
    'Sing a song',
  )
})
