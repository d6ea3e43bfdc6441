import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Where a trade stands open beside the list as it is; the same function while that stays as it is. */
export function useTradeAddress(): (uuid: string) => string {
  const router = useRouter()
  const search = useSearch({ from: '/_connected/history' })
  const list = useMemo(
    () => router.buildLocation({ to: '/history', search: { ...search, trade: undefined } }).href,
    [router, search],
  )
  return useMemo(() => {
    const { stringifySearch } = router.options
    return (uuid) => {
      const trade = stringifySearch({ trade: uuid })
      return list.includes('?') ? `${list}&${trade.slice(1)}` : list + trade
    }
  }, [router, list])
}
