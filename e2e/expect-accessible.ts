import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Expects that axe has nothing to say of a page in the state that is named, in the dark and in the
 * light theme, which differ in nothing but colours, and that nothing reaches beyond it sideways.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = axeOn(page).withRules(['color-contrast'])
  await expectNone(light, `${state}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(axeOn(page).withTags(ALL), state)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect({ state, overflow }).toEqual({ state, overflow: 0 })
}

/** What passes is not gathered, and all of it runs in the page itself, which has no frames. */
const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function expectNone(axe: AxeBuilder, state: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
  }))
  expect({ state, found }).toEqual({ state, found: [] })
}
