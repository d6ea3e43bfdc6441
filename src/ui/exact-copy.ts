/** Lays figures out inline while copying: each would be its own line. */
const COPYING = 'copying'

/**
 * Copies the exact decimal of every selected figure, also of a rounded or partly selected one.
 * Elements with `data-exact` are figures.
 */
export function copyExactFigures(): void {
  document.addEventListener('copy', (event) => {
    // A field has its own selection.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) {
      return
    }
    const selection = getSelection()
    const text = selection?.rangeCount === 1 ? exactText(selection) : undefined
    if (text === undefined) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  })
}

/** The selected text; `undefined` without a figure. The layout is restored before painting. */
function exactText(selection: Selection): string | undefined {
  const range = selection.getRangeAt(0)
  const figures = figuresIn(range)
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return undefined
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  const whole = range.cloneRange()
  if (first.contains(range.startContainer)) whole.setStartBefore(first)
  if (last.contains(range.endContainer)) whole.setEndAfter(last)
  const before = figures.flatMap(textsOf).map((node) => ({ node, text: node.data }))
  for (const figure of figures) {
    const [digits, ...rest] = textsOf(figure)
    for (const node of rest) node.data = ''
    // A figure and its unit are separated by a gap, not a character.
    const gap = figure.nextSibling instanceof HTMLElement ? ' ' : ''
    if (digits) digits.data = `${figure.dataset['exact'] ?? ''}${gap}`
  }
  document.documentElement.dataset[COPYING] = ''
  selection.removeAllRanges()
  selection.addRange(whole)
  const text = selection.toString()
  delete document.documentElement.dataset[COPYING]
  for (const { node, text: shown } of before) node.data = shown
  if (anchorNode && focusNode) {
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset)
  }
  return text
}

function figuresIn(range: Range): HTMLElement[] {
  const { commonAncestorContainer: node } = range
  const around = node instanceof Element ? node : node.parentElement
  const own = around?.closest<HTMLElement>('[data-exact]')
  if (own) return [own]
  const within = around?.querySelectorAll<HTMLElement>('[data-exact]') ?? []
  return [...within].filter((figure) => isTouched(figure, range))
}

/** Returns true if a digit of a figure is selected. A range may end at its start. */
function isTouched(figure: HTMLElement, range: Range): boolean {
  if (!range.intersectsNode(figure)) return false
  const part = document.createRange()
  part.selectNodeContents(figure)
  if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0) {
    part.setStart(range.startContainer, range.startOffset)
  }
  if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) {
    part.setEnd(range.endContainer, range.endOffset)
  }
  return part.toString() !== ''
}

function textsOf(figure: HTMLElement): Text[] {
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
