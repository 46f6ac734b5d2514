import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The checkout's folder, for the sources and for what is built from them alike. */
export const PROJECT_ROOT = dirname(findPackageJSON(import.meta.url) as string)
