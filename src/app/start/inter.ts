/** The typeface, without delaying text until it has loaded. */
export const interFrom = (url: string): FontFace =>
  new FontFace('Inter Variable', `url("${url}")`, { weight: '100 900', display: 'swap' })
