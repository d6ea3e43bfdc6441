import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { minify, type Plugin, transformWithOxc } from 'vite'

const THEME = join(import.meta.dirname, 'theme.ts')

/**
 * Puts the script that chooses the theme into the page itself: as a file it would hold up the first
 * paint for a round trip. The paper service allows it by its hash (`paper/http/site.ts`).
 */
function inlinedTheme(): Plugin {
  const tag = '<script src="/src/app/start/theme.ts"></script>'
  return {
    name: 'quarterdeck-inlined-theme',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { code } = await transformWithOxc(await readFile(THEME, 'utf8'), THEME)
        const { code: short } = await minify(THEME, code)
        if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`)
        return html.replace(tag, () => `<script>${short.trim()}</script>`)
      },
    },
  }
}

/** What the build makes of `index.html`. */
export const pagePlugins = (): Plugin[] => [inlinedTheme()]
