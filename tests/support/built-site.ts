import { buildIfChanged } from '../../scripts/built-site.mjs'

/** Before the tests that need the built site, and only then. */
export default function buildSite() {
  if (!buildIfChanged(process.execPath)) throw new Error('The build of the site failed.')
}
