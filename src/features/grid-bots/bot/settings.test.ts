import { describe, expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { settingGroups, type SettingField } from './settings.ts'

const valueOf = (members: object, field: SettingField) =>
  settingGroups(entity(gridBot, { pair: 'USDT_ETH', ...members }))
    .flatMap((group) => group.settings)
    .find((setting) => setting.field === field)?.value

describe('the settings of a grid bot', () => {
  it('are every field of the contract but the lines, each once', () => {
    const fields = settingGroups(entity(gridBot, {})).flatMap((group) =>
      group.settings.map(({ field }) => field),
    )
    const wanted = Object.keys(gridBot.shape).filter((field) => field !== 'grid_lines')
    expect(fields.toSorted()).toEqual(wanted.toSorted())
  })

  it('tell what is none from what is unknown', () => {
    expect(valueOf({ lower_stop_loss_price: null }, 'lower_stop_loss_price')).toEqual({
      kind: 'none',
      words: 'not set',
    })
    expect(valueOf({}, 'lower_stop_loss_price')).toEqual({ kind: 'unknown' })
  })

  it('read booleans that come as text', () => {
    expect(valueOf({ trailing_up_enabled: 'true' }, 'trailing_up_enabled')).toEqual({
      kind: 'words',
      words: 'On',
    })
  })

  it('name the currency behind base and quote', () => {
    const words = (field: SettingField) =>
      valueOf({ order_currency_type: 'base', profit_currency_type: 'quote' }, field)
    expect(words('order_currency_type')).toEqual({ kind: 'words', words: 'ETH' })
    expect(words('profit_currency_type')).toEqual({ kind: 'words', words: 'USDT' })
  })

  it('give a step no more digits than its column holds', () => {
    const step = valueOf({ grid_price_step: '1.015990948363383479207547' }, 'grid_price_step')
    expect(step).toMatchObject({ amount: '1.01599095' })
  })

  it('give a step the price’s unit in an arithmetic grid and none in a geometric one', () => {
    const unitOf = (grid_type: string) =>
      valueOf({ grid_type, grid_price_step: '1.004' }, 'grid_price_step')
    expect(unitOf('arithmetic')).toMatchObject({ unit: 'USDT' })
    expect(unitOf('geometric')).toMatchObject({ unit: undefined })
  })

  it('keep a word that nobody here knows', () => {
    expect(valueOf({ lower_stop_loss_action: 'sing_a_song' }, 'lower_stop_loss_action')).toEqual({
      kind: 'words',
      words: 'Sing a song',
    })
  })
})
