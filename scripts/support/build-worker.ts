import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

type Part = { module: string; imports?: string[]; css?: string[] }
type Manifest = { entry: Part; routes: Record<string, Part> }

/** The routes that the pages of what is on the device are made of. */
const ROUTES = [
  'root',
  'routes/visitor/layout/layout',
  'routes/visitor/offline/offline',
  'routes/visitor/sitting/my-practice-route',
]
/** What keeps papers, but for what the page has loaded: a browser loads no module again that has failed once. */
const DOWNLOADS = /^(run-downloads|offline-store|fetch-manifests|register-worker|caches|idb)-[\w-]+\.js$/
/** What these import only when it is needed, letters and drawings. */
const LATER =
  /^(hydrate|viewer-state|search-understood|print-pages|anchor|marks|sitting|sitting-page|my-practice|anek-tamil(?!-regular))-[\w-]+\.(js|css|svg|woff2)$/
/** The page of what is saved brings those of its language. */
const MESSAGES = /^(en|ta|hi)-[\w-]{8}\.js$/
const LETTERS = /^anek-latin-[\w-]{8}\.woff2$/

/**
 * The visitors' service worker as one file under its own name, after the site: `starts` is what a page starts with, its
 * sheet too, `reads` what else opens saved papers, `messages` the sentences in each language.
 */
export async function buildWorker(root: string, client: string): Promise<void> {
  const shell = shellOf(join(client, 'assets'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'src/web/worker/visitor-worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  })
}

function shellOf(assets: string) {
  const names = readdirSync(assets)
  const file = names.find((name) => /^manifest-\w+\.js$/.test(name)) ?? ''
  const text = readFileSync(join(assets, file), 'utf8')
  const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const letters = names.filter((name) => LETTERS.test(name))
  const keeps = names.filter((name) => DOWNLOADS.test(name))
  const sheets = partsOf(routes.root).filter((name) => name.endsWith('.css'))
  const starts = [...withImports(assets, [...partsOf(entry), ...sheets, ...letters]), ...keeps]
  const later = names.filter((name) => LATER.test(name))
  const reads = withImports(assets, [file, ...ROUTES.flatMap((id) => partsOf(routes[id])), ...later])
  const shell = {
    starts: addresses(starts),
    reads: addresses(reads.filter((name) => !starts.includes(name))),
    messages: addresses(names.filter((name) => MESSAGES.test(name))),
  }
  return { version: hash('sha256', JSON.stringify(shell), 'hex').slice(0, 12), ...shell }
}

function partsOf(part: Part | undefined): string[] {
  if (!part) throw new Error('The page of what is saved is not built')
  return [part.module, ...(part.imports ?? []), ...(part.css ?? [])].map((path) =>
    path.slice('/assets/'.length),
  )
}

/** With all that these files import at once. */
function withImports(assets: string, from: string[]): string[] {
  const reached = new Set(from)
  for (const name of reached) {
    if (!name.endsWith('.js')) continue
    const code = readFileSync(join(assets, name), 'utf8')
    for (const [, next = ''] of code.matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      reached.add(next)
  }
  return [...reached]
}

function addresses(names: string[]) {
  return names.toSorted().map((name) => `/assets/${name}`)
}
