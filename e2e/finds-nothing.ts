import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects that axe has nothing to say of a page in the state that is named. */
export async function findsNothing(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)),
  }))
  expect({ state, found }).toEqual({ state, found: [] })
}

/** The same in the dark and in the light theme. */
export async function findsNothingInEitherTheme(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await findsNothing(page, `${state}, ${colorScheme}`)
  }
}
