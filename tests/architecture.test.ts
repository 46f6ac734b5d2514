import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
const ALIASES: Record<string, string> = {
  '#web': 'src/web',
  '#domain': 'src/domain',
  '#database': 'src/database',
  '#server': 'src/server',
}

type Import = { from: string; target: string; typeOnly: boolean }

/** Every import of ours or of a package: targets of ours as paths from the root, packages as they are named. */
const IMPORTS: Import[] = FILES.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8')
  const found = text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)
  return [...found].map(([, type, name = '']) => ({
    from,
    target: resolveImport(from, name),
    typeOnly: type !== undefined,
  }))
})

function resolveImport(from: string, name: string) {
  if (name.startsWith('.')) return relative(ROOT, join(ROOT, dirname(from), name))
  const alias = name.split('/')[0] ?? ''
  return ALIASES[alias] ? name.replace(alias, ALIASES[alias]) : name
}

function offenders(where: (each: Import) => boolean) {
  return IMPORTS.filter(where).map(({ from, target }) => `${from} imports ${target}`)
}

/** The folder under `src/domain/` that a file belongs to. */
const moduleOf = (path: string) => /^src\/domain\/([\w-]+)\//.exec(path)?.[1]

const inside = (path: string, folder: string) => path.startsWith(`${folder}/`)

test('the imports were found', () => {
  expect(IMPORTS.length).toBeGreaterThan(300)
})

test('the database imports only itself, Kysely and drivers', () => {
  const allowed = (target: string) =>
    inside(target, 'src/database') || /^kysely(\/|$)/.test(target) || target.startsWith('node:')
  expect(offenders(({ from, target }) => inside(from, 'src/database') && !allowed(target))).toEqual([])
})

test('migrations import only Kysely', () => {
  expect(
    offenders(({ from, target }) => inside(from, 'src/database/migrations') && target !== 'kysely'),
  ).toEqual([])
})

test('the domain imports no HTTP, no React, no file system, no server and of the database only types', () => {
  const forbidden = ({ target, typeOnly }: Import) =>
    inside(target, 'src/web') ||
    inside(target, 'src/server') ||
    (inside(target, 'src/database') && !typeOnly) ||
    /^(react|hono|node:(fs|http|net|path|os|child_process|sqlite))/.test(target)
  expect(offenders((each) => inside(each.from, 'src/domain') && forbidden(each))).toEqual([])
})

test('a store is used only by its own module', () => {
  // The tables of papers, their files and the bin are written together, in one transaction; see docs/architecture.md.
  const shared =
    /^src\/domain\/(lists\/(paper|desk-paper|filter|shelf)-store|files\/store|bin\/bin-store)\.server\.ts$/
  const isForeign = ({ from, target }: Import) =>
    /^src\/domain\/.*(-|\/)store\.server\.ts$/.test(target) &&
    !shared.test(target) &&
    moduleOf(from) !== moduleOf(target)
  expect(offenders(isForeign)).toEqual([])
})

test('modules of the domain depend on each other in one direction', () => {
  const edges = new Map<string, Set<string>>()
  for (const { from, target } of IMPORTS) {
    const [source, goal] = [moduleOf(from), moduleOf(target)]
    if (source && goal && source !== goal) edges.set(source, (edges.get(source) ?? new Set()).add(goal))
  }
  expect(edges.size).toBeGreaterThan(10)
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  expect([...edges.keys()].filter((module) => reaches(module, module))).toEqual([])
  expect([...(edges.get('paper') ?? [])], 'what a paper is imports nothing of ours').toEqual([])
})

test('pages use the server for types only, and shared parts know no business', () => {
  expect(
    offenders(
      ({ from, target, typeOnly }) => inside(from, 'src/web') && inside(target, 'src/server') && !typeOnly,
    ),
  ).toEqual([])
  const business = ({ target }: Import) => inside(target, 'src/web/routes') || target.endsWith('.server.ts')
  expect(offenders((each) => inside(each.from, 'src/web/ui') && business(each))).toEqual([])
})

test('no page reads a store or the database', () => {
  const forbidden = (target: string) => target.endsWith('store.server.ts') || inside(target, 'src/database')
  expect(offenders(({ from, target }) => inside(from, 'src/web') && forbidden(target))).toEqual([])
})

test('the server imports of the web only the context that loaders read', () => {
  const allowed = ['src/web/context.ts']
  expect(
    offenders(
      ({ from, target }) =>
        inside(from, 'src/server') && inside(target, 'src/web') && !allowed.includes(target),
    ),
  ).toEqual([])
})

test('only config.ts reads process.env', () => {
  const readers = FILES.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'))
  expect(readers).toEqual(['src/server/config.ts'])
})

test('the domain does not know which database it is', () => {
  const knowing = FILES.filter(
    (file) => inside(file, 'src/domain') && /sqlite|postgres/i.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(knowing).toEqual([])
})

test('no folder says nothing', () => {
  expect(
    FILES.filter(
      (file) => /\/(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/.test(file) || /\/index\.tsx?$/.test(file),
    ),
  ).toEqual([])
})
