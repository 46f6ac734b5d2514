/** Names of what is saved in Cache Storage. Pages and the worker use them, so this imports neither. */

/** Papers that somebody chose to save: pictures, texts, files. Nothing but their owner's wish removes from it. */
export const SAVED_CACHE = 'thervu-kept'
/** Public pages as they were seen last. */
export const PAGES_CACHE = 'thervu-pages'
/** Code, styles and letters of the pages that were seen. */
export const ASSETS_CACHE = 'thervu-assets'
/** Of one version of the site each: what opens saved papers. */
export const SHELL_CACHE = 'thervu-shell-'
/** The page of what is saved, in the languages in which it was seen. */
export const SHELL_PAGES_CACHE = 'thervu-kept-page'

/** Says that this paper is saved, to a worker that reads no database. */
export function markOf(paper: string): string {
  return `/kept/${paper}`
}

/** Holds the id of the saved paper whose file is at this path: its pages are there where the file is not saved. */
export function markOfFile(path: string): string {
  return `/kept${path}`
}
