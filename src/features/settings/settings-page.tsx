import type { ReactNode } from 'react'

import { Page, Section } from '#ui/page.tsx'

import { AppearanceSettings } from './appearance-settings.tsx'
import { ContractReport } from './contract-report.tsx'
import { DataExport } from './data-export.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { OrderSettings } from './order-settings.tsx'
import { DisplaySettings } from './display-settings.tsx'

/** Everything that can be set; the connections come from their own area. */
export function SettingsPage({ connections }: { connections: ReactNode }) {
  return (
    <Page title="Settings">
      <div className="flex max-w-180 flex-col gap-6 pt-3">
        <div id="connections" className="scroll-mt-16">
          <Section title="Connections">{connections}</Section>
        </div>
        <Section title="Mode" hasLine>
          <ModeSwitch />
        </Section>
        <Section title="Appearance" hasLine>
          <AppearanceSettings />
        </Section>
        <Section title="Numbers, time and requests" hasLine>
          <DisplaySettings />
        </Section>
        <Section title="Orders" hasLine>
          <OrderSettings />
        </Section>
        <Section title="Desktop notices" hasLine>
          <NoticeSettings />
        </Section>
        <Section title="Data" hasLine>
          <DataExport />
        </Section>
        <Section title="Contract report" hasLine>
          <ContractReport />
        </Section>
      </div>
    </Page>
  )
}
