/** A browser as the journey drives it: by what a trader sees, a pointer and a keyboard. */
export type Driver = {
  /** Its name and version, as it calls itself. */
  browser: string
  open(address: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page; its value is JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Presses the pointer at a place of the view. */
  press(x: number, y: number): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** A PNG of the view. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** Start of a browser; `missing` is the sentence that says what to install. */
export type Launcher = {
  name: string
  missing(): string | undefined
  launch(): Promise<Driver>
}

const ROLES = {
  link: 'a[href]',
  button: 'button, [role=button]',
  textbox: 'input:not([type=radio], [type=checkbox]), textarea',
  radio: '[type=radio], [role=radio]',
  switch: '[role=switch]',
  heading: 'h1',
  row: 'tbody tr',
  text: 'p, li, dd, span, h2, h3',
} as const

export type Sought = {
  role: keyof typeof ROLES
  /** A regular expression that its name matches. */
  name: string
  /** Selector of its container. */
  within?: string
}

type Found = { name: string; href: string | null; x: number; y: number; mayPress: boolean }

/** Runs in the page: the first one that is seen, scrolled into view, and whether a press would count. */
function find(selector: string, name: string, within: string): Found | null {
  const worded = new RegExp(name, 'u')
  const inOrder = (text: string | null | undefined) => (text ?? '').replace(/\s+/gu, ' ').trim()
  // Words that are there for their width alone are not seen.
  const written = (one: Element) => (one instanceof HTMLElement ? one.innerText : one.textContent)
  const nameOf = (one: Element): string => {
    const isField = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement
    const labels = isField ? [...(one.labels ?? [])] : []
    const named = (one.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    return inOrder(
      one.getAttribute('aria-label') ??
        (named.some(Boolean) ? named.join(' ') : undefined) ??
        (labels.length > 0 ? labels.map((label) => label.textContent).join(' ') : written(one)),
    )
  }
  const scopes = [...document.querySelectorAll(within)]
  for (const one of scopes.flatMap((scope) => [...scope.querySelectorAll(selector)])) {
    if (!worded.test(nameOf(one)) || !one.checkVisibility({ visibilityProperty: true })) continue
    one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = one.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const isReached = hit !== null && (one.contains(hit) || hit.contains(one) || isLabel(hit, one))
    // The button of a sheet counts once it could be read.
    const isOff = one.getAttribute('aria-disabled') === 'true'
    const mayPress = isReached && !isOff
    return { name: nameOf(one), href: one.getAttribute('href'), x, y, mayPress }
  }
  return null

  function isLabel(hit: Element, one: Element): boolean {
    return hit.closest('label')?.contains(one) === true
  }
}

/** Timeout of a step. */
const PATIENCE = 20_000
const BETWEEN_LOOKS = 100

/** Looks again and again until something is there. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const latest = performance.now() + PATIENCE
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > latest) throw new Error(`There is no ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS))
  }
}

/** Actions of the journey in a browser. */
export function handOf(driver: Driver) {
  const call = (run: (...words: never[]) => unknown, ...words: unknown[]) =>
    driver.evaluate(`(${String(run)})(${words.map((word) => JSON.stringify(word)).join(', ')})`)

  const look = async ({ role, name, within = 'body' }: Sought): Promise<Found | undefined> =>
    ((await call(find, ROLES[role], name, within)) as Found | null) ?? undefined

  const hand = {
    sees: (sought: Sought) => until(`${sought.role} ${sought.name}`, () => look(sought)),

    async press(sought: Sought): Promise<Found> {
      let before = ''
      const found = await until(`${sought.role} ${sought.name} to press`, async () => {
        const one = await look(sought)
        // Not while it moves: the pointer would miss it.
        const place = `${one?.x} ${one?.y}`
        const isStill = place === before
        before = place
        return isStill && one?.mayPress === true ? one : undefined
      })
      await driver.press(found.x, found.y)
      return found
    },

    /** Replaces what stands in a field. */
    async fill(name: string, text: string): Promise<void> {
      await hand.press({ role: 'textbox', name })
      await call(selectAll)
      await driver.type(text)
      await until(`${name} with ${text}`, async () => {
        const value = await driver.evaluate('document.activeElement.value')
        return value === text ? true : undefined
      })
    },

    /** Waits until what is read has come and the drawing stands still; gives how far it reaches out sideways. */
    async settle(): Promise<number> {
      let before = ''
      return until('end of loading', async () => {
        const [state, overflow] = (await call(stateOfPage)) as [string, number]
        const isStill = state !== '' && state === before
        before = state
        return isStill ? overflow : undefined
      })
    },
  }
  return hand
}

export type Hand = ReturnType<typeof handOf>

/** Runs in the page. */
function selectAll(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

/** Runs in the page: something that changes as long as the page is loading or moving. */
function stateOfPage(): [string, number] {
  const { scrollWidth, clientWidth } = document.documentElement
  const overflow = scrollWidth - clientWidth
  const moving = document
    .getAnimations()
    .filter(
      (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity,
    )
  const isBusy =
    document.readyState !== 'complete' ||
    document.fonts.status !== 'loaded' ||
    document.querySelector('h1') === null ||
    document.querySelector('[aria-busy=true]') !== null ||
    moving.length > 0
  const elements = document.querySelectorAll('*').length
  return [isBusy ? '' : `${elements} ${document.documentElement.scrollHeight}`, overflow]
}
