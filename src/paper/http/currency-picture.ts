const CODE = /^[a-z0-9]{1,10}$/
const WIDEST = 5

/** A disc with a currency's letters, for a file name such as `btc.svg`; `undefined` for another name. */
export function currencyPicture(fileName: string): string | undefined {
  const [code = '', ...rest] = fileName.split('.')
  if (!CODE.test(code) || rest.join() !== 'svg') return undefined
  const letters = code.slice(0, WIDEST).toUpperCase()
  const size = letters.length > 3 ? 9 : 11
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<circle cx="16" cy="16" r="16" fill="#3d5a80"/>' +
    `<text x="16" y="16" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff">${letters}</text></svg>`
  )
}
