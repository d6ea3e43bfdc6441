import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

export const NOTICES = 'third-party-notices.txt'

/**
 * Notices that Vite does not collect: of the style sheet, of the font, and the attribution that the
 * licence of lightweight-charts requires but its package lacks (from its repository).
 */
export const otherNotices = (): string =>
  [
    '## lightweight-charts\n\nTradingView Lightweight Charts™\nCopyright (с) 2025 TradingView, Inc. https://www.tradingview.com/\n',
    ...['tailwindcss', '@fontsource-variable/inter'].map(
      (name) => `## ${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`,
    ),
  ].join('\n')

/** Completes the licences of all bundled packages, and writes `changelog.txt`. */
export const textsPlugin = (): Plugin => ({
  name: 'quarterdeck-texts',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const notices = bundle[NOTICES]
      if (notices?.type !== 'asset') throw new Error(`The build has no ${NOTICES}`)
      notices.source = `${String(notices.source)}\n${otherNotices()}`
      const source = readFileSync('.github/CHANGELOG.md', 'utf8')
      this.emitFile({ type: 'asset', fileName: 'changelog.txt', source })
    },
  },
})
