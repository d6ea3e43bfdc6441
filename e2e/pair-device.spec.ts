import jsQR from 'jsqr'

import { expect, test } from './fixtures.ts'

const PUBLIC = 'https://desk.example'

/** Reads the drawn QR code like a camera. */
function readCode(viewBox: string, path: string): string | undefined {
  const size = Number(viewBox.split(' ').at(-1))
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        pixels.fill(0, at, at + 3)
      }
    }
  }
  return jsQR(pixels, width, width)?.data
}

test('one browser pairs another by a link, which is good once @writes', async ({
  trader,
  browser,
}) => {
  await trader.goto(new URL('/settings', trader.url()).href)
  await trader.getByRole('button', { name: 'Make a link' }).click()
  await expect(trader.getByText('This link works on this computer alone.')).toBeVisible()
  await expect(trader.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0)
  const link = (await trader.getByText('#pair=').textContent()) ?? ''

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
  await other.context().close()

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await expect(late.getByText(/was used already, or is older than ten minutes/)).toBeVisible()
  await late.context().close()
})

test.describe('a service with a public address', () => {
  test.use({ flags: ['--public-origin', PUBLIC] })

  test('a pairing link is shown as a code for the camera of a phone @writes', async ({
    page,
    service,
  }) => {
    expect(service.link).toMatch(/^https:\/\/desk\.example\/#pair=[\w-]+$/)
    await page.goto(service.link.replace(PUBLIC, service.origin))
    await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible()
    await page.goto(`${service.origin}/settings`)
    await page.getByRole('button', { name: 'Make a link' }).click()
    const code = page.getByRole('img', { name: 'QR code of the link' })
    await expect(code).toBeVisible()
    const link = (await page.getByText('#pair=').textContent()) ?? ''
    expect(link).toMatch(/^https:\/\/desk\.example\/#pair=[\w-]+$/)
    const viewBox = (await code.getAttribute('viewBox')) ?? ''
    const path = (await code.locator('path').getAttribute('d')) ?? ''
    expect(readCode(viewBox, path)).toBe(link)
  })
})
