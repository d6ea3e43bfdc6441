import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { chromium } from '@playwright/test'

import { browserArguments, findBrowser } from '../browser.js'

/** The share of its true width that a picture has on a sheet. */
const SCALE = 0.4
/** In px on the sheet: of longer pages it shows the beginning. */
const TALLEST = 900
/** States share a sheet up to this height, so that it can still be read. */
const SHEET = 1_200

const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** Every picture of a page, by theme and state. */
function picturesOf(folder) {
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => {
      const [, state, size, theme] = /^(.+)-([^-]+)-(dark|light|forced)\.png$/.exec(file) ?? []
      return { file, state, size, theme }
    })
    .filter(({ state }) => state !== undefined)
  const widthOf = ({ size }) => (size === '200pc' ? 720 : Number(size.split('x')[0]))
  return found.toSorted((a, b) => widthOf(b) - widthOf(a) || (a.file < b.file ? -1 : 1))
}

const groupBy = (rows, keyOf) => {
  const groups = new Map()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

const STYLE = `body{margin:16px;background:#777;color:#fff;font:13px/18px sans-serif}a{color:#fff}
section{margin:0 0 24px}h2{margin:0 0 4px;font-size:15px}.row{display:flex;gap:12px;align-items:start}
figure{margin:0;overflow:hidden;flex:none}figure div{overflow:hidden;max-height:${TALLEST}px}img{display:block}`

/** One row a state, one picture a size; `scale` is that of the pictures. */
const rowsOf = (states, base) =>
  [...states]
    .map(
      ([state, pictures]) =>
        `<section><h2>${state}</h2><div class="row">${pictures
          .map(
            ({ file, size, width }) =>
              `<figure>${size}<div><a href="${base}/${file}"><img loading="eager" src="${base}/${file}" width="${Math.round(width * SCALE)}"></a></div></figure>`,
          )
          .join('')}</div></section>`,
    )
    .join('')

const pageOf = (title, body) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}`

/** The measures of a PNG file, from its header. */
function measuresOf(path) {
  const bytes = readFileSync(path)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Writes `index.html`, a page with all pictures of each page, and PNG sheets of them by theme. */
export async function writeContactSheets(out) {
  const all = join(out, 'pictures')
  const sheets = join(out, 'sheets')
  rmSync(sheets, { recursive: true, force: true })
  mkdirSync(sheets, { recursive: true })
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: browserArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const page = await browser.newPage({ viewport: { width: 1600, height: 800 } })
  const count = { pictures: 0, sheets: 0 }
  const links = []
  for (const name of foldersIn(all)) {
    const pictures = picturesOf(join(all, name)).map((one) => ({
      ...one,
      ...measuresOf(join(all, name, one.file)),
    }))
    count.pictures += pictures.length
    const bodies = []
    for (const [theme, themed] of groupBy(pictures, (one) => one.theme)) {
      const states = [...groupBy(themed, (one) => one.state)].toSorted(([a], [b]) => order(a, b))
      bodies.push(`<h2>${theme}</h2>${rowsOf(states, `pictures/${name}`)}`)
      for (const [index, some] of packed(states).entries()) {
        const file = `${name}-${theme}-${index + 1}.png`
        await drawSheet(
          page,
          out,
          join(sheets, file),
          `${name}, ${theme}`,
          rowsOf(some, `pictures/${name}`),
        )
        count.sheets += 1
      }
    }
    writeFileSync(join(out, `${name}.html`), pageOf(name, bodies.join('')))
    links.push(`<li><a href="${name}.html">${name}</a> (${pictures.length})</li>`)
  }
  writeFileSync(join(out, 'index.html'), pageOf('Gallery', `<ul>${links.join('')}</ul>`))
  await browser.close()
  return count
}

/** Number of states per sheet that fit, at least one. */
function packed(states) {
  const sheets = []
  let room = 0
  for (const state of states) {
    const highest = Math.max(...state[1].map(({ height }) => height * SCALE))
    const height = 60 + Math.min(TALLEST, highest)
    if (height > room) {
      sheets.push([])
      room = SHEET
    }
    sheets.at(-1).push(state)
    room -= height
  }
  return sheets
}

const FIRST = ['filled', 'loading', 'empty']
const order = (a, b) => {
  const [at, other] = [FIRST.indexOf(a), FIRST.indexOf(b)].map((at) => (at < 0 ? 99 : at))
  return at - other || (a < b ? -1 : 1)
}

/** A page of its own file, since a page of no address may show no file. */
async function drawSheet(page, out, path, title, body) {
  const file = join(out, '.sheet.html')
  writeFileSync(file, pageOf(title, body))
  await page.goto(pathToFileURL(file).href)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize({ width: Math.max(400, Math.min(width, 2_400)), height: 800 })
  await page.screenshot({ path, fullPage: true })
  rmSync(file)
}

/** One list of strings a page: those of all its states. */
export function writeStrings(out) {
  const folder = join(out, 'strings')
  const states = join(folder, '.states')
  const byPage = groupBy(readdirSync(states), (file) => file.split(',')[0])
  for (const [name, files] of byPage) {
    const lines = new Set(
      files.flatMap((file) => JSON.parse(readFileSync(join(states, file), 'utf8'))),
    )
    writeFileSync(
      join(folder, `${name}.txt`),
      `${[...lines].toSorted((a, b) => (a < b ? -1 : 1)).join('\n')}\n`,
    )
  }
}
