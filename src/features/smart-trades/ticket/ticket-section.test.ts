import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createFormControl } from 'react-hook-form'
import { expect, it } from 'vitest'

import { FormScope } from '#forms/declared-form.tsx'

import { type DraftValues, emptyDraft, ticketForm } from './fields.ts'
import { TicketSection } from './ticket-section.tsx'

const SECTION = {
  title: 'Take profit',
  switchAt: 'take_profit.enabled',
  isOn: false,
  children: undefined,
} as const

const SCOPE = {
  declared: ticketForm,
  context: {},
  base: 'BTC',
  quote: 'USDT',
  size: 'tall',
  issues: {},
} as const

it('a section that cannot stay off says why below its title', () => {
  const values = { ...emptyDraft(), type: 'smart_sell' as const }
  const form = createFormControl<DraftValues>({ defaultValues: values })
  form.setError('take_profit.enabled', { type: 'service', message: 'It needs an exit.' })
  const scope = { ...SCOPE, form, values, children: createElement(TicketSection, SECTION) }
  const html = renderToStaticMarkup(createElement(FormScope<typeof ticketForm.tree, object>, scope))
  expect(html).toContain('It needs an exit.')
  // In the row of the title it would have the width of a word.
  expect(html).toMatch(/<\/div><p[^>]*>It needs an exit\.<\/p><\/section>$/)
})
