/** Safe in the browser. */

/** Days for which a replaced file can be put back, as long as a paper stays in the bin. */
export const FORMER_FILE_DAYS = 30

/** `name` is the sender's, empty for none; `keptSince` is UTC in ISO 8601. */
export type FormerFile = {
  key: string
  part: 'file' | 'thumbnail' | 'answers'
  name: string
  keptSince: string
}
