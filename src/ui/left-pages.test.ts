import { beforeEach, expect, it } from 'vitest'

import { keepPagesOf, leftAs, rememberPage } from './left-pages.ts'

let count = 0
beforeEach(() => {
  keepPagesOf('')
  keepPagesOf(`connection ${(count += 1)}`)
})

it('a page that was left returns with its filters, each page with its own', () => {
  rememberPage('/history', { pair: 'USDT_BTC', find: 'grid' })
  rememberPage('/grid-bots', { state: 'running' })
  expect(leftAs('/history')).toEqual({ pair: 'USDT_BTC', find: 'grid' })
  expect(leftAs('/grid-bots')).toEqual({ state: 'running' })
  expect(leftAs('/portfolio')).toEqual({})
})

it('a page that was left returns without a filter that was taken away', () => {
  rememberPage('/history', { pair: 'USDT_BTC' })
  rememberPage('/history', {})
  expect(leftAs('/history')).toEqual({})
})

it('a page that was left does not open again what was opened there', () => {
  rememberPage('/smart-trades', { status: 'all', trade: 7, panic: 'review', stop: 'all' })
  expect(leftAs('/smart-trades')).toEqual({ status: 'all' })
})

it('a page that was left returns without filters on another connection', () => {
  rememberPage('/history', { account_id: 7 })
  keepPagesOf('another')
  expect(leftAs('/history')).toEqual({})
})
