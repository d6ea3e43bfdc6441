import type { Page } from '@playwright/test'

/** Numbers with more decimals than a tick or a currency has, ungrouped thousands and coloured zeros, each with its place. */
export const slippedNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MONEY = /^(USDT?|USDC|EUR|GBP)$/
    const found = new Set<string>()
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const mostDecimals = (text: string, unit: string): number => {
      const value = Math.abs(Number(text.replaceAll(/[,+−]/g, '')))
      const zeros = /^[+−]?0\.(0*)/.exec(text)?.[1]?.length ?? 0
      if (value < 1) return unit === '%' || MONEY.test(unit) ? Math.max(2, zeros + 4) : 10
      if (unit === '%') return 2
      if (/^[A-Z]{2,6}$/.test(unit) && !MONEY.test(unit)) return 8
      return value >= 1_000 ? 2 : 4
    }
    const isColoured = (element: Element) => element.closest('.text-up, .text-down') !== null
    const judge = (text: string, unit: string, element: Element) => {
      const [whole = '', places = ''] = text.split('.')
      const fault =
        places.length > mostDecimals(text, unit)
          ? 'too many decimals'
          : /\d{4}/.test(whole)
            ? 'ungrouped'
            : !/[1-9]/.test(text) && isColoured(element)
              ? 'coloured zero'
              : undefined
      if (fault === undefined) return
      const row = element.closest('tr, li, dl > div, p') ?? element
      const place = row.textContent.replace(/\s+/g, ' ').slice(0, 80)
      found.add(`${fault}: ${text} ${unit} in “${place}”`)
    }
    const NUMBER = /[+−]?\d[\d,]*\.\d+/
    for (const one of document.querySelectorAll('[data-exact]')) {
      const text = NUMBER.exec(one.textContent)?.[0]
      if (text !== undefined && isShown(one))
        judge(text, one.nextElementSibling?.textContent.trim() ?? '', one)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || element.closest('[data-exact], pre, code, script, style, .sr-only')) continue
      if (!isShown(element)) continue
      const text = node.textContent ?? ''
      for (const [, number = '', unit = ''] of text.matchAll(
        /(?<![\w.,/:-])([+−]?\d[\d,]*\.\d+)(?![\d.])\s?(%|[A-Z]{2,6}\b)?/g,
      )) {
        judge(number, unit, element)
      }
    }
    return [...found]
  })
