import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds in a part of the page: each rule with the first element that breaks it. */
export async function violationsOn(page: Page, part = 'main') {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
