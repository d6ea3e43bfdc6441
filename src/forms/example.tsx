import { type ReactNode, useEffect, useRef, useState } from 'react'

import type { ListedExchange } from '#contract/exchanges.ts'
import type { LastPlace, PlaceKind } from '#market/last-place.ts'
import { NO_PLACE, type Place, usePlaceWithMoney } from '#market/place-with-money.ts'
import { textOr } from '#money/format.ts'
import { useKnownMode } from '#query/use-mode.tsx'
import { fromSlashPair } from '#trading/pair.ts'
import { Button } from '#ui/button.tsx'

import { writtenPair } from './place-fields.tsx'

export type ExampleField = {
  name: string
  at: string
  value: unknown
  with?: Readonly<Record<string, unknown>> | undefined
  /** Already chosen by the trader; by default, any text that is not blank. */
  isGiven?: boolean | undefined
  /** An account or a pair, on which all other values depend. */
  isPlace?: boolean | undefined
}

export type Example = readonly ExampleField[] | { cannot: string }

type FillableForm = {
  getValues: (path: never) => unknown
  setValue: (path: never, value: never, options?: object) => void
}

type Filled = { filled: string[]; kept: string[]; isElsewhere?: boolean }

/** Fills empty fields. Typed values stay, and are named. */
export function fillIn(form: FillableForm, fields: readonly ExampleField[]): Filled {
  const isGiven = ({ at, isGiven: given }: ExampleField) => {
    const now = form.getValues(at as never)
    return given ?? (typeof now === 'string' && now.trim() !== '')
  }
  // Values computed for another market must not be filled in, such as after a choice during the
  // read.
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

type Wanted = {
  kind: PlaceKind
  /** Path of the account field; the pair's is `pair`. */
  accountAt: string
  chosen: LastPlace
  takes?: 'base' | 'quote'
  isFit: (account: ListedExchange) => boolean
  noMoney: string
  fields: (found: Place) => Example
}

async function exampleAt(
  find: ReturnType<typeof usePlaceWithMoney>['find'],
  { kind, accountAt, chosen, takes = 'quote', isFit, noMoney, fields }: Wanted,
): Promise<Example> {
  const idOf = (one: ListedExchange) => (kind === 'uuid' ? one.id : String(one.account_id))
  const found = await find({
    takes,
    pair: textOr(fromSlashPair(chosen.pair), undefined),
    isFit: (one) => isFit(one) && (chosen.account === '' || idOf(one) === chosen.account),
  })
  if (typeof found === 'string') return { cannot: found === 'no money' ? noMoney : NO_PLACE[found] }
  const example = fields(found)
  if ('cannot' in example) return example
  const { account, market } = found
  return [
    { name: 'account', at: accountAt, value: idOf(account), isPlace: true },
    { name: 'pair', at: 'pair', value: writtenPair(kind, market.pair), isPlace: true },
    ...example,
  ]
}

/** Fills in an example, in paper mode only, if the service lists accounts and pairs. */
export function useExample(
  form: FillableForm,
  wanted: () => Wanted,
  /** Subject of the message, such as the type of a trade; a new one removes it. */
  about = '',
): { button: ReactNode; said: string | undefined } {
  const isPaper = useIsPaper()
  const { find, isOffered } = usePlaceWithMoney()
  const [isWorking, setWorking] = useState(false)
  const [said, setSaid] = useState({ words: '', about })
  // The mode may have changed once the figures are read.
  const mayFill = useRef(isPaper)
  useEffect(() => {
    mayFill.current = isPaper
  }, [isPaper])
  if (!isPaper || !isOffered) return { button: null, said: undefined }
  const press = async () => {
    setWorking(true)
    try {
      const example = await exampleAt(find, wanted())
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

export function useIsPaper(): boolean {
  const { mode, state } = useKnownMode()
  return mode === 'PAPER' && state === 'settled'
}
