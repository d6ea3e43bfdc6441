import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useKnownMode } from '#query/use-mode.tsx'
import { Button } from '#ui/button.tsx'

/** One field that an example has a value for. */
export type ExampleField = {
  /** How it is called in "Filled in: price, 2 targets." */
  name: string
  /** Its path in the form. */
  at: string
  value: unknown
  /** Set with it, such as which of two inputs was typed. */
  with?: Readonly<Record<string, unknown>> | undefined
  /** Whether the trader has given it already; a text that is not blank otherwise. */
  isGiven?: boolean | undefined
  /** An account or a pair: all other values were worked out for it. */
  isPlace?: boolean | undefined
}

export type Example = readonly ExampleField[] | { cannot: string }

type FillableForm = {
  getValues: (path: never) => unknown
  setValue: (path: never, value: never, options?: object) => void
}

type Filled = { filled: string[]; kept: string[]; isElsewhere?: boolean }

/** Fills in what nobody has given yet. What was typed stays as it is, and is named. */
export function fillIn(form: FillableForm, fields: readonly ExampleField[]): Filled {
  const isGiven = ({ at, isGiven: given }: ExampleField) => {
    const now = form.getValues(at as never)
    return given ?? (typeof now === 'string' && now.trim() !== '')
  }
  // Chosen while prices were read, or not offered: what was worked out is of another market.
  const isElsewhere = fields.some(
    (field) =>
      field.isPlace &&
      isGiven(field) &&
      String(form.getValues(field.at as never)).trim() !== field.value,
  )
  if (isElsewhere) return { filled: [], kept: [], isElsewhere }
  const filled = fields.filter((field) => !isGiven(field))
  const kept = fields.filter((field) => !filled.includes(field))
  for (const { at, value, with: others = {} } of filled) {
    for (const [path, own] of [...Object.entries(others), [at, value]]) {
      form.setValue(path as never, own as never, { shouldDirty: true, shouldTouch: true })
    }
  }
  return { filled: filled.map(({ name }) => name), kept: kept.map(({ name }) => name) }
}

/** What one press did, in words. */
export function filledWords({ filled, kept, isElsewhere = false }: Filled): string {
  if (isElsewhere) {
    return 'Nothing was filled in: it was worked out for another account or pair. Choose both and press again.'
  }
  if (filled.length === 0) return 'Nothing was filled in: every field has a value already.'
  return [
    `Filled in: ${filled.join(', ')}.`,
    ...(kept.length === 0 ? [] : [`Kept as it was: ${kept.join(', ')}.`]),
    'Change anything before you review it.',
  ].join(' ')
}

/**
 * One press that fills a form in with an example, on paper alone: with real money nothing is filled in
 * but what the trader chose before. `work` reads what it takes when it is pressed.
 */
export function useExample(
  form: FillableForm,
  work: () => Promise<Example>,
  /** What the words are about, such as the type of a trade: they go when that is another one. */
  about = '',
): { button: ReactNode; said: string | undefined } {
  const isPaper = useIsPaper()
  const [isWorking, setWorking] = useState(false)
  const [said, setSaid] = useState({ words: '', about })
  // The mode may be another one once the figures have been read.
  const mayFill = useRef(isPaper)
  useEffect(() => {
    mayFill.current = isPaper
  }, [isPaper])
  if (!isPaper) return { button: null, said: undefined }
  const press = async () => {
    setWorking(true)
    try {
      const example = await work()
      if (!mayFill.current) return
      const words = 'cannot' in example ? example.cannot : filledWords(fillIn(form, example))
      setSaid({ words, about })
    } catch {
      setSaid({ words: 'Nothing was filled in: prices or balances could not be read.', about })
    } finally {
      setWorking(false)
    }
  }
  return {
    button: (
      <Button
        look="secondary"
        isSending={isWorking}
        sendingLabel="Reading prices"
        onClick={() => void press()}
      >
        Fill in an example
      </Button>
    ),
    said: said.words === '' || said.about !== about ? undefined : said.words,
  }
}

/** Whether it is certain that no real money is traded. */
export function useIsPaper(): boolean {
  const { word, state } = useKnownMode()
  return word === 'PAPER' && state === 'settled'
}
