import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Copies what a commit of this state would hold: what git knows or would add, and nothing that is ignored. */
export function copyCheckout(to: string) {
  for (const file of git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    if (!file) continue
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file), { force: true })
  }
}

/** The last commit of the version before this one; null where the clone has no history that reaches so far. */
export function previousVersion(): string | null {
  const [raised] = git('log', '--format=%H', '-G"version":', '--', 'package.json').split('\n')
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${raised}^`], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Writes the files of a commit. */
export function writeCommit(commit: string, to: string) {
  const archive = spawnSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 28 })
  const unpacked = spawnSync('tar', ['-x', '-C', to], { input: archive.stdout })
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(String(archive.stderr))
}

/**
 * Gives a checkout the packages that are installed here, from which npm goes on to those of its own lock file: to unpack
 * all of them once more takes a minute of processor. As links where both are on one disk, since npm puts new files in the
 * place of others.
 */
export function lendPackages(to: string) {
  const [from, into] = [join(ROOT, 'node_modules'), join(to, 'node_modules')]
  mkdirSync(into)
  const lent = readdirSync(from).filter((name) => !['.cache', '.package-lock.json'].includes(name))
  const copy = (...flags: string[]) =>
    spawnSync('cp', [...flags, ...lent.map((name) => join(from, name)), into]).status === 0
  if (!copy('-al') && !copy('-a', '--force')) throw new Error('The packages could not be copied.')
  cpSync(join(from, '.package-lock.json'), join(into, '.package-lock.json'))
  // Earlier versions install where the lock file is newer than that.
  const later = new Date(Date.now() + 2_000)
  utimesSync(join(to, 'package-lock.json'), later, later)
}

/** Removes the files of a commit, as leaving it does. */
export function removeCommit(commit: string, from: string) {
  for (const file of git('ls-tree', '-r', '-z', '--name-only', commit).split('\0'))
    if (file) rmSync(join(from, file), { force: true })
}

/** Runs an npm command of a checkout to its end; throws what it wrote when it fails, else returns it. */
export async function npm(checkout: string, ...args: string[]): Promise<string> {
  const child = spawnNpm(checkout, args)
  const written = collect(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}: ${written()}`)
  return written()
}

/** Starts an npm command that serves the site, and waits until it is open. */
export async function npmServe(checkout: string, args: string[], env: Record<string, string> = {}) {
  const child = spawnNpm(checkout, args, { PORT: '0', LOG_LEVEL: 'error', ...env })
  const written = collect(child)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const origin = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, address] = /open at (\S+)/.exec(written()) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', look)
    void closed.then((code) => reject(new Error(`npm ${args.join(' ')} ended with ${code}: ${written()}`)))
  })
  /** Ends it as a service manager would, and waits until its last process is gone. */
  const end = async () => {
    child.kill('SIGTERM')
    await closed
  }
  return {
    origin,
    fetch: (path: string, init?: RequestInit) =>
      fetch(new URL(path, origin), { redirect: 'manual', ...init }),
    written,
    end,
    [Symbol.asyncDispose]: end,
  }
}

/** As from a new shell: nothing that this run's own npm, Node and Vitest have put into the environment. */
function spawnNpm(checkout: string, args: string[], env: Record<string, string> = {}) {
  const own = /^(npm_|VITEST|NODE_|MALLOC_|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|INIT_CWD$)/
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name))
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return spawn('npm', args, {
    cwd: checkout,
    env: { ...Object.fromEntries(inherited), PATH: path.join(':'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(child: ChildProcess) {
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += chunk
    })
  }
  return () => written
}

function git(...args: string[]) {
  const run = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 24 })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  return run.stdout
}
