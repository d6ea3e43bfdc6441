import { Page } from '#ui/page.tsx'

export function TicketPage({ like }: { like: number | undefined }) {
  return <Page title="New SmartTrade">{like}</Page>
}
