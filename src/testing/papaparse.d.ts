/** As much of the CSV reader as the tests use; it brings no types of its own. */
declare module 'papaparse' {
  export type Parsed = { data: Record<string, string>[]; errors: { message: string }[] }
  const papaparse: {
    parse(text: string, options: { header: true; skipEmptyLines?: boolean }): Parsed
  }
  export default papaparse
}
