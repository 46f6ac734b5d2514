// In the image alone: takes away the packages that only the build and the browser need, and what of the others Node never reads.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the rest, the server's own code is built into its files; what its other processes and the commands load stays. */
const BUILT_IN =
  /^(node|lucide-react|vite|tailwindcss|react|react-dom|react-router|react-easy-crop|idb|uqr|@(base-ui|dnd-kit|inlang|react-router|tailwindcss|tanstack)\/.+|@simplewebauthn\/browser|embla-.+|workbox-.+)$/
const UNREAD =
  /(\.(d\.[cm]?ts|map|flow)|README\.md|CHANGELOG\.md)$|^(zod\/src|@cantoo\/pdf-lib\/(src|dist|ts3\.4)|@hyzyla\/pdfium\/dist\/(index\.esm\.(base64|browser|cdn|worker)\.js|pdfium\.wasm\.base64.*))$/

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
for (const name of Object.keys(manifest.dependencies))
  if (BUILT_IN.test(name)) delete manifest.dependencies[name]
delete manifest.overrides
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
const pruned = spawnSync('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], { stdio: 'inherit' })
if (pruned.status !== 0) process.exit(1)
for (const path of readdirSync('node_modules', { recursive: true }))
  if (UNREAD.test(path)) rmSync(join('node_modules', path), { recursive: true, force: true })
rmSync('src/web', { recursive: true })
