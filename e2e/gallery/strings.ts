import type { Page } from '@playwright/test'

/** Everything that a reader or a screen reader meets on a page, figures as `#`. */
export const stringsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const add = (kind: string, text: string | null) => {
      const plain = text?.replace(/\s+/g, ' ').trim().replace(/\d+/g, '#')
      const bare = plain?.replace(/[#\s.,:;%+−\-/•()–—~]/g, '')
      if (plain && bare) found.add(kind + plain)
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node as Element
      if (!isShown(element) || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue
      const isBlock = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
      )
      const isInline = (one: Element) => getComputedStyle(one).display.startsWith('inline')
      // A sentence with a figure or a link in it is one string.
      const holdsSentence = isBlock && !(isInline(element) && element.parentElement?.matches('p'))
      if (holdsSentence) add('', element.textContent)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        add(`[${name}] `, element.getAttribute(name))
      }
    }
    add('[document title] ', document.title)
    return [...found]
  })
