import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

const PACKAGE = /^((?:.*[\\/])?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const LICENSE_FILE = /^(licen[cs]e|copying)(\.|$)/i

/** Notices required by a licence but missing from the package; copied from its repository. */
const NOTICES: Readonly<Record<string, string>> = {
  'lightweight-charts': `TradingView Lightweight Charts™
Copyright (с) 2025 TradingView, Inc. https://www.tradingview.com/`,
}

type Manifest = { name: string; version: string; license?: string }

/** Name, version and licence text of the package in a folder. */
export function noticeOf(folder: string): { name: string; text: string } {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = readdirSync(folder).find((name) => LICENSE_FILE.test(name))
  const { name, version, license = 'see its own files' } = manifest
  const texts = [
    `${name} ${version}, ${license}`,
    NOTICES[name],
    file && readFileSync(join(folder, file), 'utf8').trim(),
  ]
  return { name, text: texts.filter(Boolean).join('\n\n') }
}

/** Writes `third-party-notices.txt` with the licences of all bundled packages, and `changelog.txt`. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'quarterdeck-third-party-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      // The style sheet contains Tailwind without naming it as a source.
      const folders = new Set(
        this.environment.name === 'client' ? ['node_modules/tailwindcss'] : [],
      )
      for (const file of Object.values(bundle)) {
        const sources = file.type === 'chunk' ? file.moduleIds : file.originalFileNames
        for (const id of sources) {
          const folder = PACKAGE.exec(id)?.[1]
          if (folder !== undefined && !id.startsWith('\0')) folders.add(folder)
        }
      }
      const notices = [...folders].map(noticeOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const texts = [...new Map(notices.map(({ text }) => [text, text])).keys()]
      const source = readFileSync('.github/CHANGELOG.md', 'utf8')
      this.emitFile({ type: 'asset', fileName: 'changelog.txt', source })
      this.emitFile({
        type: 'asset',
        fileName: 'third-party-notices.txt',
        source: `Quarterdeck includes these packages.\n\n${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`,
      })
    },
  }
}
