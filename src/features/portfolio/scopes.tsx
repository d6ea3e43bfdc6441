import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'

import type { BalanceRow } from '#contract/exchanges.ts'
import { SUMMARY } from '#contract/searches.ts'
import { uuid } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { type Exchange, exchangeNamed, useExchanges } from '#market/exchanges.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-input.tsx'

import { balanceTableOf } from './queries.ts'

/** Scope of a portfolio: all accounts, or one exchange account. */
export type Scope = Exchange

type Sources = {
  exchanges: readonly Exchange[]
  learned: readonly { id: string; label: string }[]
  /** Rows of the summary, which name their exchange account. */
  summary: Rows<BalanceRow>
  /** Scope in the URL. */
  chosen: string
}

const EVERYTHING = exchangeNamed(SUMMARY, 'All accounts')

/** All accounts first, then each account once, preferring sources that describe it best. */
export function scopesOf({ exchanges, learned, summary, chosen }: Sources): Scope[] {
  const all = [
    EVERYTHING,
    ...exchanges,
    ...learned.map(({ id, label }) => exchangeNamed(id, label)),
    ...readableRows(summary).flatMap(({ account_id: id }) =>
      id === undefined ? [] : exchangeNamed(id),
    ),
    exchangeNamed(chosen),
  ]
  return all.filter(({ id }, index) => all.findIndex((scope) => scope.id === id) === index)
}

export const isEverything = ({ id }: Scope): boolean => id === SUMMARY

export function useScopes(chosen: string) {
  const { addressBook } = useSessionStore()
  const connection = useConnection()
  const { accounts: listed, isListed } = useListedAccounts()
  const { exchanges, learned } = useExchanges()
  const summary = useQuery({ ...balanceTableOf(SUMMARY), enabled: isListed === false })
  // If accounts are listed, the summary would only show them unnamed.
  const rows = isListed === false ? summary.data : undefined
  useEffect(() => {
    const seen =
      listed?.map(({ id, label }) => ({ id, label })) ??
      (rows && readableRows(rows).flatMap(({ account_id: id }) => (id === undefined ? [] : { id })))
    if (connection && seen) addressBook.learn(connection.id, { exchanges: seen })
  }, [connection, listed, rows, addressBook])

  const scopes = scopesOf({ exchanges, learned, summary: rows ?? [], chosen })
  const scope: Scope | undefined = scopes.find(({ id }) => id === chosen)
  const remember = (id: string) => {
    if (connection) addressBook.learn(connection.id, { exchanges: [{ id }] })
  }
  return { scopes, scope, remember: isListed === false ? remember : undefined }
}

type ScopeSwitchProps = {
  scopes: readonly Scope[]
  chosen: string
  onChoose: (id: string) => void
  /** Called with an id, if the service lists no accounts. */
  onName?: ((id: string) => void) | undefined
  children?: ReactNode
}

/** All accounts and three more; further ones would not fit one row. */
const MOST_SEGMENTS = 4

export function ScopeSwitch({ scopes, chosen, onChoose, onName, children }: ScopeSwitchProps) {
  const options = scopes.map(({ id, name }) => ({ value: id, label: name }))
  const isShort = scopes.length <= MOST_SEGMENTS
  return (
    <div className="flex items-center gap-2 narrow:order-last narrow:w-full">
      {isShort && (
        <Segmented
          label="Accounts"
          value={chosen}
          options={options}
          onChange={onChoose}
          className="max-[87.5rem]:hidden"
        />
      )}
      <div
        className={`flex *:max-w-full narrow:flex-1 narrow:[&>*]:flex-1 not-narrow:max-w-44 ${isShort ? 'min-[87.5rem]:hidden' : ''}`}
      >
        <Select
          isChip
          aria-label="Accounts"
          value={chosen}
          options={options}
          onChange={(event) => onChoose(event.target.value)}
        />
      </div>
      {onName && <NameConnection onName={onName} />}
      {children}
    </div>
  )
}

function NameConnection({ onName }: { onName: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = text.trim()
    if (!uuid.safeParse(id).success) return setWrong(true)
    setOpen(false)
    setText('')
    return onName(id.toLowerCase())
  }
  return (
    <Popover
      label="Show a connection by its id"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Chip>
          <PlusIcon />
          By id
        </Chip>
      }
    >
      <form onSubmit={submit} className="w-86 max-w-full space-y-3">
        <TextField
          label="Id of the connection"
          hint="The service lists no connections. You find their ids on its own pages."
          error={isWrong ? 'An id has 32 hexadecimal digits in five groups.' : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setWrong(false)
          }}
        />
        <Button type="submit">Show it</Button>
      </form>
    </Popover>
  )
}
