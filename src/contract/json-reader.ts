import { holdsExactly } from './json-numbers.ts'

/** Invalid JSON, with the position of the problem. */
export class JsonProblem extends Error {
  readonly position: number

  constructor(sentence: string, position: number) {
    super(sentence)
    this.name = 'JsonProblem'
    this.position = position
  }
}

export type ReaderLimits = {
  depth: number
  tokens: number
  /** Also refuses duplicate and dangerous keys and lone surrogates. */
  isStrict: boolean
}

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// All characters from the space on, except quotation mark and backslash.
const PLAIN_TEXT = /[ !#-[\]-\uffff]*/y
const LONE_SURROGATE = /\p{Surrogate}/u
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])
const WORDS = new Map<string, unknown>(Object.entries({ t: true, f: false, n: null }))
const ESCAPES = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
for (const character of '"\\/') ESCAPES.set(character, character)

/** Reads JSON (RFC 8259). A number that a double can't hold exactly stays text. */
export class JsonReader {
  private position = 0
  private depth = 0
  private tokens = 0
  private readonly text: string
  private readonly limits: ReaderLimits

  constructor(text: string, limits: ReaderLimits) {
    this.text = text
    this.limits = limits
  }

  read(): unknown {
    const value = this.value()
    this.take(SPACE)
    if (this.position < this.text.length) this.fail('There is text after the end of the JSON')
    return value
  }

  private value(): unknown {
    this.take(SPACE)
    this.count()
    const first = this.text.charAt(this.position)
    if (first === '"') return this.string()
    if (first === '{') return this.nested(() => this.object())
    if (first === '[') return this.nested(() => this.array())
    if (WORDS.has(first)) return this.word(WORDS.get(first))
    return this.number()
  }

  private nested<T>(readItems: () => T): T {
    this.depth += 1
    if (this.depth > this.limits.depth) {
      this.fail(`The JSON is nested more than ${this.limits.depth} deep`)
    }
    this.position += 1
    const items = readItems()
    this.depth -= 1
    return items
  }

  private array(): unknown[] {
    const items: unknown[] = []
    if (this.ends(']')) return items
    do items.push(this.value())
    while (this.goesOn(']'))
    return items
  }

  private object(): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    if (this.ends('}')) return members
    do {
      const name = this.name(members)
      const value = this.value()
      // Assigning to `__proto__` would change the prototype instead.
      if (name === '__proto__') {
        Object.defineProperty(members, name, { value, enumerable: true, configurable: true })
      } else members[name] = value
    } while (this.goesOn('}'))
    return members
  }

  private name(members: Record<string, unknown>): string {
    this.take(SPACE)
    this.count()
    const start = this.position
    if (this.text.charAt(start) !== '"') this.fail('A name in quotes is missing')
    const name = this.string()
    if (this.limits.isStrict) {
      if (DANGEROUS.has(name)) this.fail(`The name "${name}" is not allowed`, start)
      if (Object.hasOwn(members, name)) this.fail('An object has a duplicate name', start)
    }
    this.take(SPACE)
    if (this.text.charAt(this.position) !== ':') this.fail('A colon is missing')
    this.position += 1
    return name
  }

  /** Skips the comma or the end. Returns true if another item follows. */
  private goesOn(end: string): boolean {
    this.take(SPACE)
    if (this.text.charAt(this.position) === ',') {
      this.position += 1
      return true
    }
    if (!this.ends(end)) this.fail(`A comma or "${end}" is missing`)
    return false
  }

  private ends(end: string): boolean {
    this.take(SPACE)
    if (this.text.charAt(this.position) !== end) return false
    this.position += 1
    return true
  }

  private string(): string {
    const start = this.position
    this.position += 1
    let value = this.take(PLAIN_TEXT)
    while (this.text.charAt(this.position) === '\\') {
      value += this.escape()
      value += this.take(PLAIN_TEXT)
    }
    if (this.text.charAt(this.position) !== '"') {
      this.fail(this.position < this.text.length ? 'A string has a raw control character' : ENDS)
    }
    this.position += 1
    if (this.limits.isStrict && LONE_SURROGATE.test(value)) {
      this.fail('A string has half of a surrogate pair', start)
    }
    return value
  }

  private escape(): string {
    const letter = this.text.charAt(this.position + 1)
    const hex = letter === 'u' ? this.text.slice(this.position + 2, this.position + 6) : ''
    const character = /^[0-9a-fA-F]{4}$/.test(hex)
      ? String.fromCharCode(Number(`0x${hex}`))
      : ESCAPES.get(letter)
    if (character === undefined) this.fail('A string has an unknown escape')
    this.position += letter === 'u' ? 6 : 2
    return character
  }

  private word(value: unknown): unknown {
    const word = String(value)
    if (!this.text.startsWith(word, this.position)) this.fail('A value is missing')
    this.position += word.length
    return value
  }

  private number(): number | string {
    const written = this.take(NUMBER)
    if (written === '') this.fail('A value is missing')
    // No field takes Infinity, while a text could pass as a note.
    if (this.limits.isStrict && !Number.isFinite(Number(written))) return Infinity
    return holdsExactly(written) ? Number(written) : written
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.position
    const taken = pattern.exec(this.text)?.[0] ?? ''
    this.position += taken.length
    return taken
  }

  private count(): void {
    this.tokens += 1
    if (this.tokens > this.limits.tokens) {
      this.fail(`The JSON has more than ${this.limits.tokens} names and values`)
    }
  }

  private fail(what: string, position = this.position): never {
    if (position >= this.text.length) throw new JsonProblem(`${ENDS}.`, position)
    throw new JsonProblem(`${what}, at character ${position + 1}.`, position)
  }
}

const ENDS = 'The JSON ends too early'
