// Runs on any Node from 18 on, installs what is missing, and continues with the Node of the lock file.
// Plain JavaScript, because nothing is installed yet when it starts.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfChanged, compileMessagesIfChanged } from './built-site.mjs'
import { environmentOf, SERVER_FLAGS } from './environment.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE = join(ROOT, 'node_modules/.bin/node')
const BOOTSTRAP = join(ROOT, '.cache/node')

/**
 * `build`: needs the built site; tests build it themselves. `tools`: needs what checks, tests and renders samples, a third
 * of all that is installed, which a server has no use for.
 */
const COMMANDS = {
  start: { script: 'build/server/start.js', build: true, flags: SERVER_FLAGS },
  dev: { script: 'scripts/dev.ts' },
  test: { script: 'scripts/test.ts', tools: true },
  'test:long': { script: 'scripts/test-long.ts', tools: true },
  check: { script: 'scripts/check.ts', tools: true },
  build: { script: 'scripts/build.ts' },
  admin: { script: 'scripts/admin.ts' },
  backup: { script: 'scripts/backup.ts' },
  restore: { script: 'scripts/restore.ts' },
  sweep: { script: 'scripts/sweep.ts' },
  export: { script: 'scripts/export.ts' },
  import: { script: 'scripts/import.ts' },
  reindex: { script: 'scripts/reindex.ts' },
  reprocess: { script: 'scripts/reprocess.ts' },
  samples: { script: 'scripts/make-samples.ts', tools: true },
  fonts: { script: 'scripts/make-fonts.ts', tools: true },
  pictures: { script: 'scripts/pictures.ts', build: true, tools: true },
  mutate: { script: 'scripts/mutate.ts', tools: true },
  bench: { script: 'scripts/bench.ts', build: true, tools: true },
}

/**
 * What a server never reads, 230 MB: what of packages is for people, other engines or type checkers. A whole package
 * (TypeScript's compiler) comes back by itself with the tools; of the others nothing is left out that they need.
 */
const SPARE = [
  /\.map$/,
  /^(?!.*(licen[cs]e|notice|copying|ofl)).*\.md$/i,
  /^node\/node_modules\/[^/]+\/include$/,
  /^(@typescript|typescript)$/,
  /^tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$)/,
  /^@tesseract\.js-data\/[^/]+\/4\.0\.0$/,
  /^@hyzyla\/pdfium\/dist\/pdfium\.wasm\.base64/,
  /^lucide-react\/(dynamic.*\.d\.m?ts|dist\/.*\.(pre|suf)fixed\.d\.ts)$/,
  /^@cantoo\/pdf-lib\/(src|ts3\.4)$/,
  /^@base-ui\/react\/docs$/,
  /^zod\/src$/,
]

const [word, ...rest] = process.argv.slice(2)
const command = COMMANDS[word]
if (!command) {
  console.error(`Usage: node scripts/setup.mjs ${Object.keys(COMMANDS).join('|')}`)
  process.exit(2)
}
await install(command)
// The build compiles them itself.
if (!['start', 'build'].includes(word) && !compileMessagesIfChanged(NODE)) fail('Compiling the messages')
if (command.build && !buildIfChanged(NODE, word === 'start' ? ' 50 %  ' : '')) fail('The build')
run(command, rest)

async function install({ tools = false }) {
  const hasTools = existsSync(join(ROOT, 'node_modules/vitest'))
  if (existsSync(NODE) && isInstalled({ tools: hasTools || tools })) return
  console.log(
    `${word === 'start' ? '  0 %  ' : ''}Installing the packages (a minute or two; on a slow machine ten) …`,
  )
  // `npm ci` fails where a registry lacks another platform's optional package (docs/decisions/002-install.md).
  const omitted = hasTools || tools ? [] : ['--omit=dev']
  const node = await newNode()
  const timer = word === 'start' ? setInterval(describeInstalled, 10_000, hasTools) : undefined
  await npm(node, ['install', '--no-save', '--loglevel=error', ...omitted])
  clearInterval(timer)
  rmSync(BOOTSTRAP, { recursive: true, force: true })
  if (omitted.length > 0) removeSpare()
  const { stderr } = spawnSync(NODE, ['--version'], { encoding: 'utf8' })
  if (stderr?.includes('libatomic'))
    fail(
      'Starting Node',
      new Error('it needs libatomic (apt-get install libatomic1, or dnf install libatomic)'),
    )
}

/** How much is there of what is to be installed, as a share of a first start: that takes half of it. */
function describeInstalled(tools) {
  const wanted = Object.entries(packagesIn('package-lock.json')).filter(
    ([path, { optional, dev }]) => path !== '' && !optional && (tools || !dev),
  )
  const there = wanted.filter(([path]) => existsSync(join(ROOT, path, 'package.json')))
  const share = Math.round((50 * there.length) / wanted.length)
  console.log(`${String(share).padStart(3)} %  ${there.length} of ${wanted.length} packages`)
}

function removeSpare() {
  const modules = join(ROOT, 'node_modules')
  for (const path of readdirSync(modules, { recursive: true }))
    if (SPARE.some((spare) => spare.test(path.replaceAll('\\', '/'))))
      rmSync(join(modules, path), { recursive: true, force: true })
}

/** Whether npm has installed these versions. Not by dates, which say nothing where a folder was put back from a copy. */
function isInstalled({ tools }) {
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    if (path === '' || installed[path]?.version === wanted.version) return true
    // Those of other platforms are never there.
    return !installed[path] && (wanted.optional || wanted.devOptional || (wanted.dev && !tools))
  })
}

function packagesIn(lock) {
  const path = join(ROOT, lock)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** npm skips native packages that ask for a newer Node than its own. */
async function newNode() {
  const { version } = packagesIn('package-lock.json')['node_modules/node']
  if (Number(process.versions.node.split('.')[0]) >= Number(version.split('.')[0])) return process.execPath
  const node = join(BOOTSTRAP, 'node_modules/.bin/node')
  if (
    existsSync(node) &&
    spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
  )
    return node
  mkdirSync(BOOTSTRAP, { recursive: true })
  writeFileSync(join(BOOTSTRAP, 'package.json'), '{ "private": true }\n')
  await npm(process.execPath, ['install', '--prefix', BOOTSTRAP, '--loglevel=error', `node@${version}`])
  return node
}

async function npm(node, args) {
  const cli = process.env.npm_execpath
  const flags = [...args, '--no-audit', '--no-fund']
  const [command, ...before] = cli?.endsWith('.js') ? [node, cli] : ['npm']
  const child = spawn(command, [...before, ...flags], { cwd: ROOT, stdio: 'inherit' })
  const [status] = await once(child, 'exit').catch((error) => fail(`npm ${args[0]}`, error))
  if (status !== 0) fail(`npm ${args[0]}`)
}

function run({ script, flags = [] }, args) {
  const node = ['--disable-warning=ExperimentalWarning', ...flags]
  const child = spawn(NODE, [...node, join(ROOT, script), ...args], {
    stdio: 'inherit',
    env: { ...environmentOf(ROOT), ...process.env },
  })
  const stop = () => child.kill('SIGTERM')
  // The terminal sends Ctrl-C to the child as well. A service manager sends SIGTERM to this process alone, and
  // npm kills the shell between itself and this process without a signal to us.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 250).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function fail(what, error) {
  console.error(`${what} failed${error ? `: ${error.message}` : ''}.`)
  process.exit(1)
}
