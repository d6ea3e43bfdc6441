import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { EffectTable } from '#forms/effect.tsx'
import { decimal } from '#money/decimal.ts'
import { marketView } from '#paper/engine/smart-trades/smart-trade-create.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

import { DEFAULT_DISPLAY_PREFERENCES, DisplayPreferencesContext } from '#ui/display-preferences.tsx'

import { changeEffect } from './change-effect.tsx'
import { ticketOf } from './changed-lines.ts'
import { valuesOf } from './change.ts'

/** Ten units bought at 100, half of them sold at 110. */
async function halfSold() {
  const { engine, account, at, world } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 111' },
    balances: { USDT: '10000' },
  })
  const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '200', volume: '50' })]
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '10', take_profit: { enabled: true, steps }, stop_loss: aStop('80') }),
  )
  at(20)
  const trade = (await engine.smartTrade(id)) as SmartTrade
  return { trade, market: marketView(world, account.id, 'USDT_BTC') }
}

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

async function moveStop(to: string) {
  const { trade, market } = await halfSold()
  const values = valuesOf(trade)
  values.stop_loss.conditional.price.value = to
  const { sentence, rows } = changeEffect(
    { ...ticketOf(trade, market), trade },
    { ...ticketOf(trade, market, values), trade },
    { change: { stop_loss: { enabled: true } }, market, isDone: false },
  )
  return {
    sentence: textOf(renderToStaticMarkup(createElement('p', null, sentence))),
    table: textOf(renderToStaticMarkup(createElement(EffectTable, { rows }))),
    hidden: textOf(
      renderToStaticMarkup(
        createElement(
          DisplayPreferencesContext,
          { value: { ...DEFAULT_DISPLAY_PREFERENCES, areAmountsHidden: true } },
          createElement(EffectTable, { rows }),
        ),
      ),
    ),
  }
}

it('the review of a moved stop has the trade’s result there, before and after', async () => {
  const { sentence, table } = await moveStop('96')
  // 5 sold at 110 make 48.95 after fees; 5 closed at 80 or 96 lose 100.90 or 20.98.
  expect(sentence).toBe('If the stop hits, the whole trade ends at +27.97 USDT instead of −51.95 .')
  expect(table).toContain('Whole trade at the stop −51.95 +27.97')
  expect(table).toContain('Realised so far +48.95')
})

it('the review of a moved stop has no units while amounts are hidden', async () => {
  const { hidden } = await moveStop('96')
  expect(hidden).toMatch(/Open units at the stop ••••/)
})

it('a review without changed exits names no order', async () => {
  const { trade, market } = await halfSold()
  const ticket = { ...ticketOf(trade, market), trade }
  const { sentence } = changeEffect(ticket, ticket, {
    change: { note: 'x' },
    market: { ...market, price: decimal('1') },
    isDone: true,
  })
  expect(textOf(renderToStaticMarkup(createElement('p', null, sentence)))).toBe(
    'Saved. Only the note changes. No order is touched.',
  )
})
