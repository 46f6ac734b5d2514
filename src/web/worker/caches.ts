/** Names of what is kept in Cache Storage. Pages and the worker use them, so this imports neither. */

/** Papers that somebody chose to keep: pictures, texts, files. Nothing but their owner's wish removes from it. */
export const KEPT_CACHE = 'thervu-kept'
/** Public pages as they were seen last. */
export const PAGES_CACHE = 'thervu-pages'
/** Code, styles and letters of the pages that were seen. */
export const ASSETS_CACHE = 'thervu-assets'
/** Of one version of the site each: what opens kept papers. */
export const SHELL_CACHE = 'thervu-shell-'
/** The page of what is kept, in the languages in which it was seen. */
export const SHELL_PAGES_CACHE = 'thervu-kept-page'

/** Says that this paper is kept, to a worker that reads no database. */
export function markOf(paper: string): string {
  return `/kept/${paper}`
}

/** Holds the id of the kept paper whose file is at this path: its pages are there where the file is not kept. */
export function markOfFile(path: string): string {
  return `/kept${path}`
}
