import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('every setting that the server reads is in docs/configuration.md, and no other', () => {
  const source = ['config.ts', 'settings/database-settings.ts']
    .map((file) => read(`src/server/${file}`))
    .join('\n')
  const asked = [...source.matchAll(/text\('([A-Z_]+)'\)|env\.([A-Z_]+)/g)].map(
    ([, text, env]) => text ?? env,
  )
  const told = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(asked.length).toBeGreaterThan(10)
  expect([...new Set(told)].sort()).toEqual([...new Set(asked)].sort())
})

test('every script of the project is in docs/commands.md', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const told = read('docs/commands.md')
  const names = scripts.map((name) =>
    name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`,
  )
  expect(names.filter((name) => !told.includes(name))).toEqual([])
})

test('the steps of the long tests are told where they are explained', () => {
  const steps = [...read('scripts/test-long.ts').matchAll(/^ {2}'?([\w-]+)'?(?:: \(log\)|\(log\) \{)/gm)].map(
    ([, name]) => name,
  )
  expect(steps.length).toBeGreaterThanOrEqual(6)
  expect(steps.filter((name) => !read('CONTRIBUTING.md').includes(`\`${name}\``))).toEqual([])
})

test('links between documents lead somewhere', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...globSync('docs/**/*.md', { cwd: ROOT }),
    ...globSync('bench/*.md', { cwd: ROOT }),
  ]
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(document), target)))
      .map((target) => `${document} → ${target}`),
  )
  expect(broken).toEqual([])
})

test('each claim of the threat model names tests that exist', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| (?!claim|--)([^|]+) \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(25)
  const missing = rows.flatMap(([, claim, cell = '']) => {
    const files = [...cell.matchAll(/`(tests\/[\w/-]+\.test\.ts)`/g)].map(([, file = '']) => file)
    return files.length > 0 && files.every((file) => existsSync(join(ROOT, file))) ? [] : [claim]
  })
  expect(missing).toEqual([])
})

test('the map of likely changes names files that exist', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| [^|]+ \| `([^`]+\.\w+)` \|$/gm)].map(
    ([, file = '']) => file,
  )
  expect(rows.length).toBeGreaterThanOrEqual(20)
  expect(rows.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('the codes that stand for those of the hosted service are codes of this site', () => {
  const rows = [...read('docs/decisions/009-where-the-design-was-left.md').matchAll(/^\| `storage\/.*$/gm)]
  expect(rows.length).toBe(7)
  const codes = rows.flatMap(([row]) => [...row.matchAll(/ `([a-z-]+)`/g)].map(([, code]) => code))
  expect(codes.length).toBeGreaterThan(15)
  const source = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map(read).join('\n')
  expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('what the handbook names in bold is on the screen, and its pages and pictures are all used', () => {
  const source = globSync('src/{web,domain}/**/*.{ts,tsx}', { cwd: ROOT }).map(read).join('\n')
  // Whole texts of strings and of JSX.
  const texts = source.replace(/\s+/g, ' ').matchAll(/['"`>}] ?([^'"`<>{}]+?) ?(?=['"`<{])/g)
  const shown = new Set(Object.values(JSON.parse(read('messages/en.json'))))
  for (const [, text] of texts) shown.add(text)
  const pages = globSync('docs/handbook/*.md', { cwd: ROOT })
  expect(pages.length).toBe(13)
  const bold = pages.flatMap((page) => [...read(page).matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label))
  expect(bold.length).toBeGreaterThan(100)
  expect(bold.filter((label) => !shown.has(label))).toEqual([])

  const said = pages.map(read).join('\n')
  const files = globSync('docs/handbook/*.{md,webp}', { cwd: ROOT })
  expect(
    files.filter((file) => !said.includes(`(${basename(file)})`) && !file.endsWith('README.md')),
  ).toEqual([])
  const pictures = files.filter((file) => file.endsWith('.webp'))
  expect(pictures.filter((file) => statSync(join(ROOT, file)).size > 60 * 1024)).toEqual([])
})
