import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import { getBalanceTable, listExchanges, loadBalances } from '#contract/exchanges.ts'
import { lineOf } from '#contract/endpoint.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { failureWords } from '#query/failure-words.ts'
import { useExtension } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Age } from '#ui/time.tsx'

import { isEverything, type Scope } from '../scopes.tsx'

/** The age of the service's copy of an account, and a button that refreshes it at the exchange. */
export function LoadBalances({ scope }: { scope: Scope }) {
  const isOffered = useExtension(loadBalances) === true
  const { accounts } = useListedAccounts()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation<unknown, ApiError>({
    mutationFn: () =>
      queryClient.fetchQuery({
        ...endpointQuery(loadBalances, { params: { id: scope.id } }),
        staleTime: 0,
        gcTime: 0,
      }),
    onSuccess: () =>
      Promise.all(
        [getBalanceTable, listExchanges].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: [lineOf(endpoint)] }),
        ),
      ),
  })
  if (!isOffered) return null
  if (isEverything(scope)) {
    return (
      <p className="pt-1 text-caption text-ink-3">
        The service keeps copies of balances. Choose one account to see their age and refresh them.
      </p>
    )
  }
  const updatedAt = accounts?.find(({ id }) => id === scope.id)?.updated_at
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-caption text-ink-3">
        <span>
          Copy of the service, account last updated <Age at={updatedAt} />
        </span>
        <Button
          look="quiet"
          size="small"
          isSending={isPending}
          sendingLabel="Reading the exchange"
          onClick={() => mutate()}
        >
          Refresh at the exchange
        </Button>
      </div>
      {error && (
        <Note tone="caution" isAnnounced>
          The balances could not be refreshed. {failureWords(error)}
        </Note>
      )}
    </>
  )
}
