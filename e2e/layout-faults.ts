import type { Page } from '@playwright/test'

/** What is wrong with how a page is laid out, a sentence each: the kind, where, and the text. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(faultsOnPage)

/** Runs in the page, so it stands by itself. */
function faultsOnPage(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number }
  type Words = { text: string; element: Element; box: Box; layer: Element }
  const faults = new Set<string>()
  const AMOUNT = /\d[.,]\d/
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const above = function* (element: Element): Generator<Element> {
    for (let one: Element | null = element; one; one = one.parentElement) yield one
  }
  /** For a screen reader alone. */
  const isUnseen = (element: Element) =>
    [...above(element)].some((one) => {
      const { position, clipPath, overflow } = styleOf(one)
      const { width, height } = one.getBoundingClientRect()
      return (
        position === 'absolute' &&
        overflow !== 'visible' &&
        (clipPath !== 'none' || width <= 1 || height <= 1)
      )
    })
  /** What lies above or under the rest of the page, and covers it on purpose. */
  const layerOf = (element: Element): Element =>
    [...above(element)].find((one) => ['fixed', 'sticky'].includes(styleOf(one).position)) ??
    document.body
  const hides = (value: string) => value === 'hidden' || value === 'clip'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  /** The full text of what ends in an ellipsis is in a title. */
  const isTitled = (element: Element) =>
    [...above(element)].slice(0, 4).some((one) => one.hasAttribute('title'))

  const all: Words[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = short(node.textContent ?? '')
    if (
      !element ||
      text === '' ||
      ['SCRIPT', 'STYLE', 'OPTION', 'TITLE', 'DESC'].includes(element.tagName)
    )
      continue
    if (!isSeen(element) || isUnseen(element)) continue
    range.selectNodeContents(node)
    const layer = layerOf(element)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 1) continue
      const shown = judge(element, text, { left, right, top, bottom })
      if (shown) all.push({ text, element, box: shown, layer })
    }
  }

  /** What can be seen of a piece of text once everything that clips it has done so. */
  function judge(element: Element, text: string, box: Box): Box | undefined {
    let { left, right, top, bottom } = box
    const isMoney = AMOUNT.test(text) && !element.closest('pre, code, [contenteditable]')
    for (const one of above(element)) {
      const { overflowX, overflowY, textOverflow, display } = styleOf(one)
      if (display === 'inline' || one === document.documentElement || one === document.body)
        continue
      const clip = one.getBoundingClientRect()
      const isBeyond = right > clip.right + 1 || left < clip.left - 1
      if (isBeyond && hides(overflowX)) {
        if (textOverflow !== 'ellipsis' || !isTitled(element) || isMoney)
          faults.add(`cut off: ${text}`)
      }
      if (isBeyond && scrolls(overflowX) && isMoney) faults.add(`money out of sight: ${text}`)
      if (
        hides(overflowY) &&
        !scrolls(overflowX) &&
        bottom - 3 > clip.bottom &&
        !isTitled(element)
      ) {
        faults.add(`cut off below: ${text}`)
      }
      if (hides(overflowX) || scrolls(overflowX))
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)]
      if (overflowY !== 'visible')
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
      if (styleOf(one).position === 'fixed') break
    }
    if (isMoney && (right > innerWidth + 1 || left < -1)) faults.add(`money out of sight: ${text}`)
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : undefined
  }

  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (!isSeen(field) || isUnseen(field) || field.value === '') continue
    if (field.scrollWidth > field.clientWidth + 1)
      faults.add(`cut off in a field: ${short(field.value)}`)
  }
  const pixels = (text: string) => Number(text.replace('px', '')) || 0
  const pen = document.createElement('canvas').getContext('2d')
  for (const select of document.querySelectorAll('select')) {
    const text = select.selectedOptions[0]?.text ?? ''
    const { font, paddingLeft, paddingRight } = styleOf(select)
    if (!pen || !isSeen(select) || isUnseen(select)) continue
    pen.font = font
    pen.textRendering = 'geometricPrecision'
    const room = select.clientWidth - pixels(paddingLeft) - pixels(paddingRight)
    if (pen.measureText(text).width > room + 2 && !isTitled(select))
      faults.add(`cut off in a choice: ${short(text)}`)
  }

  // Letters do not fill their line: only a third of its height lies on another line in earnest.
  const overlap = (a: Box, b: Box) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return width > 2 && height > Math.min(a.bottom - a.top, b.bottom - b.top) / 3
  }
  all.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of all.entries()) {
    for (let next = index + 1; next < all.length; next += 1) {
      const other = all[next]
      if (!other || other.box.top > one.box.bottom) break
      if (one.layer !== other.layer || one.element === other.element) continue
      if (overlap(one.box, other.box)) faults.add(`overlap: ${one.text} | ${other.text}`)
    }
  }

  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.add(`scrolls sideways by ${scrollWidth - clientWidth} px`)
  return [...faults]
}

/** What is too small to be touched, by our rule: 44 px, or 24 px and nothing else within 44 px. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const WISHED = 44
    const LEAST = 24
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const pixels = (text: string) => Number(text.replace('px', '')) || 0
    /** A row or a card that is pressed as a whole is the target of the link in it. */
    const targetOf = (element: Element): Element => {
      let target = element.matches('input') ? (element.closest('label') ?? element) : element
      if (!element.matches('a')) return target
      while (target.parentElement && getComputedStyle(target.parentElement).cursor === 'pointer') {
        target = target.parentElement
      }
      return target
    }
    const layerOf = (element: Element): Element => {
      let one = element
      while (one.parentElement && !['fixed', 'sticky'].includes(getComputedStyle(one).position)) {
        one = one.parentElement
      }
      return one
    }
    const boxOf = (element: Element) => {
      const target = targetOf(element)
      const { left, top, width, height } = target.getBoundingClientRect()
      const around = getComputedStyle(element, '::after')
      const isWider = around.content !== 'none' && around.position === 'absolute'
      const [w, h] = [
        Math.max(width, isWider ? pixels(around.width) : 0),
        Math.max(height, isWider ? pixels(around.height) : 0),
      ]
      const layer = layerOf(target)
      return { target, layer, x: left + width / 2, y: top + height / 2, width: w, height: h }
    }
    const sheet = document.querySelector('[role=dialog]')
    const found = [
      ...(sheet ?? document).querySelectorAll(
        'a[href], button, input, select, textarea, summary, [role=slider], [tabindex="0"]',
      ),
    ]
      .filter((element) => isSeen(element) && !element.closest('[aria-hidden=true]'))
      // A reason is shown by hover and focus, and nothing is pressed; a region only scrolls.
      .filter(
        (element) => getComputedStyle(element).cursor !== 'help' && !element.matches('pre, ul'),
      )
      .map((element) => ({ element, ...boxOf(element) }))
      .filter(({ width, height }) => width > 1 && height > 1)
    const isInSentence = (element: Element) => {
      const sentence = element.closest('p, dd, dt')?.textContent.trim() ?? ''
      const isInline = getComputedStyle(element).display.startsWith('inline')
      return isInline && sentence.length > element.textContent.trim().length + 4
    }
    return [
      ...new Set(
        found
          .filter((one) => one.width < WISHED - 0.5 || one.height < WISHED - 0.5)
          .filter((one) => {
            if (isInSentence(one.element)) return false
            if (one.width < LEAST || one.height < LEAST) return true
            // A line of a drawing lies at its price, and a field beside it does the same.
            if (one.element.matches('[data-level]')) return false
            const half = WISHED / 2
            return found.some(
              (other) =>
                other.target !== one.target &&
                other.layer === one.layer &&
                !other.target.contains(one.target) &&
                !one.target.contains(other.target) &&
                Math.abs(other.x - one.x) < half + other.width / 2 - 1 &&
                Math.abs(other.y - one.y) < half + other.height / 2 - 1,
            )
          })
          .map(({ element, width, height }) => {
            const words = element.closest('label') ?? element
            const name = element.getAttribute('aria-label') ?? words.textContent
            return `small target: ${element.tagName.toLowerCase()} ${name.replace(/\s+/g, ' ').trim().slice(0, 40)}, ${Math.round(width)}×${Math.round(height)}`
          }),
      ),
    ]
  })

/** The stops of the Tab key on which no ring is seen. */
export async function stopsWithoutRing(page: Page, most = 150): Promise<string[]> {
  const without = new Set<string>()
  await page.locator('body').focus()
  for (let stop = 0; stop < most; stop += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const active = document.activeElement
      if (!active || active === document.body) return 'over'
      const { parentElement: parent } = active
      const around = [
        active,
        parent,
        parent?.parentElement,
        parent?.parentElement?.parentElement,
        active.nextElementSibling,
        active.closest('label'),
        ...active.querySelectorAll('*'),
      ]
      const looks = () =>
        around.map((element) => {
          if (!element) return ''
          const { outline, boxShadow, stroke, strokeWidth, opacity } = getComputedStyle(element)
          return [outline, boxShadow, stroke, strokeWidth, opacity].join()
        })
      const focused = looks()
      const stop = active as HTMLElement
      stop.blur()
      const left = looks()
      stop.focus()
      if (focused.some((look, index) => look !== left[index])) return ''
      return `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent}`.slice(
        0,
        60,
      )
    })
    if (name === 'over') break
    if (name !== '') without.add(`no ring: ${name}`)
  }
  return [...without]
}
