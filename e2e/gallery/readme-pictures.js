// The pictures of the README: `npm run gallery -- --readme` makes them, and a journey says when they are old.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { browserArguments, ensureBrowser } from '../browser.js'

const PUBLIC = join(import.meta.dirname, '..', '..', 'public')

/** Each file in `public`, with the picture of the gallery and the code of its page. */
export const README_PICTURES = [
  { file: 'portfolio.webp', page: 'portfolio', state: 'filled', code: 'src/features/portfolio' },
  {
    file: 'ticket.webp',
    page: 'ticket',
    state: 'filled',
    code: 'src/features/smart-trades/ticket',
  },
  {
    file: 'stop.webp',
    page: 'stop-grid-bot',
    state: 'review',
    code: 'src/features/grid-bots/stop',
  },
]

/** Writes them as WebP, which the browser encodes. */
export async function writeReadmePictures(out) {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: browserArguments(),
  })
  const page = await browser.newPage()
  for (const { file, page: name, state } of README_PICTURES) {
    const png = readFileSync(join(out, 'pictures', name, `${state}-1440-dark.png`), 'base64')
    const webp = await page.evaluate(async (source) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.9).split(',')[1]
    }, png)
    writeFileSync(join(PUBLIC, file), webp, 'base64')
  }
  await browser.close()
}
