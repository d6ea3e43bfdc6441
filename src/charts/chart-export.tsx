import { type ReactNode, useState } from 'react'

import { Button } from '#ui/button.tsx'
import { type CsvCell, csvFile, csvText } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { download } from '#ui/download.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

import type { LineLook } from './time-chart-plan.ts'

export type ExportedFile = {
  /** File name without "quarterdeck-" and extension, built with `fileWord`. */
  name: string
  title: string
  source: string
  /** Rows contain amounts; while amounts are hidden, exporting them needs a confirmation. */
  hasAmounts: boolean
  /** Header and exact figures, computed on export. */
  rows: () => readonly (readonly CsvCell[])[]
}

export function pngOf(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen) draw(pen)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob && pen ? resolve(blob) : reject(new Error('The image could not be made.')),
    ),
  )
}

type ReadoutItemProps = {
  mark?: ReactNode
  name: ReactNode
  className?: string
  children: ReactNode
}

export const ReadoutItem = ({ mark, name, className = '', children }: ReadoutItemProps) => (
  <span className={`inline-flex items-center gap-2 text-caption text-ink-2 ${className}`}>
    <span className="inline-flex items-center gap-2 text-ink-3">
      {mark}
      {name}
    </span>
    <span className="font-medium text-ink tabular-nums">{children}</span>
  </span>
)

type ChartExportProps = {
  name: string
  /** Image makers by file extension, run on export. */
  images: Readonly<Partial<Record<'png' | 'svg', () => Promise<Blob>>>>
  file: ExportedFile
}

export function ChartExport({ name, images, file }: ChartExportProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const [problem, setProblem] = useState<string>()
  const fileName = `quarterdeck-${file.name}`
  const saveImage = async (ending: string, make: () => Promise<Blob>) => {
    try {
      download(`${fileName}.${ending}`, await make())
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The image could not be made.')
    }
  }
  const hasHidden = areAmountsHidden && file.hasAmounts
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
        {Object.entries(images).map(([ending, make]) => (
          <MenuItem key={ending} onSelect={() => void saveImage(ending, make)}>
            Image ({ending.toUpperCase()})
          </MenuItem>
        ))}
        <MenuItem onSelect={() => download(`${fileName}.csv`, csvFile(csvText(file.rows())))}>
          {hasHidden ? 'Data with the hidden amounts (CSV)' : 'Data (CSV)'}
        </MenuItem>
      </Menu>
    </span>
  )
}

export function LegendMark({ tone, width = 2, dash }: LineLook) {
  return (
    <svg width="14" height={width} aria-hidden="true" className="flex-none">
      <path
        d={`M0 ${width / 2}h14`}
        stroke={`var(--${tone})`}
        strokeWidth={width}
        strokeDasharray={dash}
      />
    </svg>
  )
}
