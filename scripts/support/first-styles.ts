import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { firstSheet } from './seldom-rules.ts'

const ROUTE = '?__react-router-build-client-route'
const PAGES = 'src/web/'
const KEPT = 'build/first-styles.json'

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/**
 * The styles that a visitor's page comes with, by the route's id: of the page's sheets those rules whose class names
 * stand in its modules. The server's build, which follows the browser's, reads them as `virtual:first-styles`.
 */
export function firstStyles(): Plugin {
  let root = ''
  return {
    name: 'first-styles',
    configResolved(config) {
      root = config.root
    },
    resolveId: (id) => (id === 'virtual:first-styles' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:first-styles') return
      const isBuilt = this.environment.name === 'ssr' && this.environment.mode === 'build'
      return `export default ${isBuilt ? readFileSync(join(root, KEPT), 'utf8') : '{}'}`
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      const path = join(root, KEPT)
      mkdirSync(dirname(path), { recursive: true })
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      writeFileSync(path, JSON.stringify(stylesByRoute(bundle, join(root, PAGES), importsOf)))
    },
  }
}

function stylesByRoute(bundle: Bundle, pages: string, importsOf: (id: string) => readonly string[]) {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const code = new Map(
    chunks.flatMap(({ modules }) => Object.entries(modules)).map(([id, { code }]) => [id, code]),
  )
  const entries = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(ROUTE))
  const routes = new Map(entries.map((chunk) => [routeId(chunk, pages), chunk]))
  const frame = ['root', 'routes/visitor/layout/layout'].flatMap((id) => routes.get(id) ?? [])
  const visitors = [...routes].filter(([id]) => id.startsWith('routes/visitor/'))
  return Object.fromEntries(
    visitors.map(([id, chunk]) => {
      const parts = [...new Set([...frame, chunk])]
      const modules = reach(
        parts.map(({ facadeModuleId }) => facadeModuleId ?? ''),
        importsOf,
      )
      // React's own words are names of elements and of their attributes.
      const ours = [...modules].filter((each) => !each.includes('node_modules'))
      const sheets = [...new Set(parts.flatMap((part) => sheetsOf(part, bundle)))]
      const css = sheets.map((name) => textOf(bundle[name])).join('\n')
      return [
        id,
        firstSheet(
          css,
          ours.map((each) => ({ id: each, code: code.get(each) ?? '' })),
        ),
      ]
    }),
  )
}

function routeId({ facadeModuleId }: Rolldown.OutputChunk, pages: string) {
  return (facadeModuleId ?? '').slice(pages.length, -ROUTE.length).replace(/\.tsx?$/, '')
}

/** What these modules import at once, directly or through others. */
function reach(from: string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(from)
  for (const id of reached) for (const next of importsOf(id)) reached.add(next)
  return reached
}

/** In the order of the router's links: a chunk's own sheets before those of the chunks that it imports. */
function sheetsOf(chunk: Rolldown.OutputChunk, bundle: Bundle): string[] {
  const reached = reach([chunk.fileName], (name) => {
    const next = bundle[name]
    return next?.type === 'chunk' ? next.imports : []
  })
  return [...reached].flatMap((name) => {
    const each = bundle[name] as Rolldown.OutputChunk | undefined
    return [...(each?.viteMetadata?.importedCss ?? [])]
  })
}

function textOf(sheet: Bundle[string] | undefined) {
  return sheet?.type === 'asset' ? String(sheet.source) : ''
}
