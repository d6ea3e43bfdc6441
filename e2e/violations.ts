import type { Page } from '@playwright/test'

import { axeOn } from './finds-nothing.ts'

/** What axe finds in a part of the page: each rule with the first element that breaks it. */
export async function violationsOn(page: Page, part = 'main') {
  const { violations } = await axeOn(page).include(part).withTags(['wcag2a', 'wcag2aa']).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
