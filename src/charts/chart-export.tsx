import { type ReactNode, useState } from 'react'

import { Button } from '#ui/button.tsx'
import { type CsvCell, csvFile, csvText } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

import type { Picture } from './picture.ts'

export type ExportedFile = {
  /** Without "quarterdeck-" and without its ending: made of `fileWord`s. */
  name: string
  /** Stands above the image. */
  title: string
  /** Whose figures these are: account and mode. */
  source: string
  /** Whether the rows name amounts, which are not exported unasked while they are hidden. */
  hasAmounts: boolean
  /** A head and the exact figures, made when they are asked for. */
  rows: () => readonly (readonly CsvCell[])[]
}

type ChartCaptionProps = ChartExportProps & { children: ReactNode }

/** The fixed line above a picture: what is read at its cursor, and the menu that exports it. */
export const ChartCaption = ({ children, ...exported }: ChartCaptionProps) => (
  <figcaption className="flex items-start gap-x-3 contain-layout">
    <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-5 gap-y-1 py-1 max-sm:gap-x-3">
      {children}
    </div>
    <ChartExport {...exported} />
  </figcaption>
)

type ReadoutItemProps = { mark?: ReactNode; name: ReactNode; children: ReactNode }

/** One figure of a readout: its name, small, and its value. */
export const ReadoutItem = ({ mark, name, children }: ReadoutItemProps) => (
  <span className="inline-flex items-center gap-2 text-caption text-ink-2">
    <span className="inline-flex items-center gap-2 text-ink-3">
      {mark}
      {name}
    </span>
    <span className="font-medium text-ink tabular-nums">{children}</span>
  </span>
)

type ChartExportProps = {
  name: string
  /** Made when it is asked for, where the page draws it by itself. */
  picture?: Picture | (() => Picture) | undefined
  /** In place of a picture: the image itself. */
  image?: (() => Promise<Blob>) | undefined
  file: ExportedFile
}

/** The picture as an image, and its exact figures as a table. */
export function ChartExport({ name, picture, image, file }: ChartExportProps) {
  const reader = useDisplayPreferences()
  const [problem, setProblem] = useState<string>()
  const fileName = `quarterdeck-${file.name}`
  const saveImage = async () => {
    try {
      const drawn = typeof picture === 'function' ? picture() : picture
      const { chartImage } = await import('./chart-image.ts')
      const made = drawn ? chartImage({ picture: drawn, file, reader }) : image?.()
      if (made) download(`${fileName}.png`, await made)
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The image could not be made.')
    }
  }
  const hasHidden = reader.areAmountsHidden && file.hasAmounts
  return (
    <span className="ml-auto flex min-h-9 flex-none items-center gap-2">
      {problem !== undefined && (
        <span role="alert" className="text-caption text-caution">
          {problem}
        </span>
      )}
      <Menu
        label={`Export ${name}`}
        align="end"
        trigger={
          <Button size="small" look="quiet" aria-label={`Export ${name}`}>
            <DownloadIcon size={14} />
            <span className="@max-[34rem]:sr-only">Export</span>
          </Button>
        }
      >
        <MenuItem onSelect={() => void saveImage()}>Image (PNG)</MenuItem>
        <MenuItem onSelect={() => download(`${fileName}.csv`, csvFile(csvText(file.rows())))}>
          {hasHidden ? 'Data with the hidden amounts (CSV)' : 'Data (CSV)'}
        </MenuItem>
      </Menu>
    </span>
  )
}
