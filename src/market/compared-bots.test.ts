import { expect, it } from 'vitest'

import { type BotRef, botsInAddress, botsOfAddress, MOST_COMPARED } from './compared-bots.ts'

const UUID = '12345678-1234-4234-8234-123456789012'

it('the bots that an address compares are the ones that it was made of, with all digits of their ids', () => {
  const bots: BotRef[] = [
    { kind: 'grid', id: 12 },
    { kind: 'dca', id: UUID },
    { kind: 'grid', id: '12345678901234567890' },
  ]
  expect(botsInAddress(bots)).toBe(`grid-12_dca-${UUID}_grid-12345678901234567890`)
  expect(botsOfAddress(botsInAddress(bots))).toEqual(bots)
})

it('the bots that an address compares are each there once, and nothing else is', () => {
  const address = `grid-1_grid-1_dca-1_trade-4_grid-x_grid-_dca-${UUID.toUpperCase()}_dca-${UUID}`
  expect(botsOfAddress(address)).toEqual([
    { kind: 'grid', id: 1 },
    { kind: 'dca', id: UUID },
  ])
  expect(botsOfAddress('')).toEqual([])
})

it('the bots that an address compares are no more than can be told apart', () => {
  const many = Array.from({ length: 9 }, (_, index) => `grid-${index + 1}`).join('_')
  expect(botsOfAddress(many)).toHaveLength(MOST_COMPARED)
})
