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

/** Every import of ours or of a package, dynamic ones and workers too; ours as paths from the root. */
const IMPORTS: Import[] = FILES.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = text.matchAll(
    /(?:^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?|\bimport\(\s*|\bnew URL\(\s*)['"]([^'"\n]+)['"]/gm,
  )
  return [...found].map(([, type, name = '']) => ({
    from,
    target: resolveImport(from, name.replace(/\?.*$/, '')),
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
    inside(target, 'src/database') || /^(kysely|pg)(\/|$)/.test(target) || target.startsWith('node:')
  expect(offenders(({ from, target }) => inside(from, 'src/database') && !allowed(target))).toEqual([])
})

test('migrations import only Kysely', () => {
  expect(
    offenders(({ from, target }) => /^src\/database\/\w+\/migrations\//.test(from) && target !== 'kysely'),
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
    /^src\/domain\/(lists\/(paper|admin-paper)-store|files\/(unsettled-)?store|bin\/bin-store)\.server\.ts$/
  const isForeign = ({ from, target }: Import) =>
    /^src\/domain\/.*(-|\/)store\.server\.ts$/.test(target) &&
    !shared.test(target) &&
    moduleOf(from) !== moduleOf(target)
  expect(offenders(isForeign)).toEqual([])
})

test('what a paper is imports nothing of ours', () => {
  const paper = 'src/domain/paper'
  expect(
    offenders(
      ({ from, target }) => inside(from, paper) && target.startsWith('src/') && !inside(target, paper),
    ),
  ).toEqual([])
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

test('config.ts imports nothing above it', () => {
  const isSettings = (path: string) => path === 'src/server/config.ts' || inside(path, 'src/server/settings')
  expect(
    offenders(
      ({ from, target }) =>
        isSettings(from) && inside(target, 'src/server') && !inside(target, 'src/server/settings'),
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

/** What only one engine understands, or what steers its planner. */
const ENGINES_OWN =
  /\bsql`|\bsql\.|\bjson_\w+\(|\bcoalesce\(|\bcollate\b|\bsavepoint\b|\browid\b|\bstrftime\b|\bpragma\b|\bindexed by\b|\binsert or\b|->>/i

test('the domain asks the database only what every engine understands', () => {
  const isOfDomain = ({ from, target }: Import) => inside(from, 'src/domain') && /^kysely(\/|$)/.test(target)
  expect(offenders((each) => isOfDomain(each) && !each.typeOnly)).toEqual([])
  const knowing = FILES.filter(
    (file) => inside(file, 'src/domain') && ENGINES_OWN.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(knowing).toEqual([])
})

test('SQL that knows its engine is in a folder of that engine', () => {
  const allowed = [
    // Asks whether the database answers at all: "select 1".
    'src/server/serving/health.ts',
  ]
  const knowing = FILES.filter(
    (file) =>
      /\bsql`|\bsql\.raw/.test(readFileSync(join(ROOT, file), 'utf8')) && !/\/(sqlite|postgres)\//.test(file),
  )
  expect(knowing.filter((file) => !allowed.includes(file))).toEqual([])
})

test('no folder says nothing', () => {
  expect(
    FILES.filter(
      (file) => /\/(utils?|helpers?|lib|common|misc)(\/|\.tsx?$)/.test(file) || /\/index\.tsx?$/.test(file),
    ),
  ).toEqual([])
})

test('no two files import each other in a circle', () => {
  const edges = new Map(FILES.map((file) => [file, new Set<string>()]))
  for (const { from, target } of IMPORTS) if (edges.has(target)) edges.get(from)?.add(target)
  expect([...edges.values()].reduce((sum, targets) => sum + targets.size, 0)).toBeGreaterThan(1000)
  expect(circlesIn(edges)).toEqual([])
})

test('folders that are next to each other depend on each other in one direction', () => {
  for (const parent of ['src/domain', 'src/server', 'src/web/routes/visitor', 'src/web/routes/admin']) {
    const edges = new Map<string, Set<string>>()
    for (const { from, target } of IMPORTS) {
      const [source, goal] = [from, target].map((path) => folderWithin(parent, path))
      if (source && goal && source !== goal) edges.set(source, (edges.get(source) ?? new Set()).add(goal))
    }
    expect(edges.size, parent).toBeGreaterThan(2)
    expect(circlesIn(edges), parent).toEqual([])
  }
})

test('a word of the glossary names the folders of its owners and no other', () => {
  const rows = [
    ...readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([^|]+) \|[^|]+\| ([^|]+) \|$/gm),
  ]
  const owners = rows.slice(1).map(([, words = '', where = '']) => ({
    words: words.split(', ').map((word) => word.replaceAll(' ', '-')),
    folders: [...where.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
  }))
  expect(owners.length).toBeGreaterThan(30)
  const folders = new Set(FILES.flatMap((file) => ancestorsOf(dirname(file))))
  const isAt = (path: string, owner: string) => path.endsWith(`/${owner}`)
  for (const { words, folders: owned } of owners) {
    for (const owner of owned)
      expect(
        [...folders].some((path) => isAt(path, owner)),
        owner,
      ).toBe(true)
    for (const word of words) {
      const named = [...folders].filter((path) => [word, `${word}s`].includes(path.split('/').at(-1) ?? ''))
      expect(
        named.filter((path) => !owned.some((owner) => isAt(path, owner))),
        word,
      ).toEqual([])
    }
  }
})

/** The folder directly within `parent` that holds a path. */
function folderWithin(parent: string, path: string) {
  return inside(path, parent) ? /^([^/]+)\//.exec(path.slice(parent.length + 1))?.[1] : undefined
}

function ancestorsOf(folder: string): string[] {
  return folder === 'src' ? [] : [folder, ...ancestorsOf(dirname(folder))]
}

/** What reaches itself. */
function circlesIn(edges: Map<string, Set<string>>) {
  const reached = (from: string) => {
    const seen = new Set<string>()
    const open = [...(edges.get(from) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(edges.get(next) ?? []))
    }
    return seen
  }
  return [...edges.keys()].filter((each) => reached(each).has(each))
}
