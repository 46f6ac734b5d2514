import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

/** Of Go, in which the compiler is written. */
const UNSWEPT = { GOGC: 'off', GOMEMLIMIT: '2200MiB' }

type Check = { name: string; isFine: boolean }

/**
 * All at once, since each keeps little more than one core busy, when the types of the routes are written, which two of
 * them read. Types by one thread: with four checkers, each reads again what they share, 53 seconds of processor and not 34;
 * and nothing is swept from memory below its limit, which takes 1.8 GB and not 1.6, and a quarter of the processor less.
 * What one prints comes whole when it has ended.
 */
export async function check(): Promise<Check[]> {
  const hasTypes = await run('@react-router/dev/bin.cjs', ['typegen'])
  const checks = await Promise.all([
    named('types', run('typescript/bin/tsc', ['--noEmit', '--singleThreaded', '-p', root], UNSWEPT)),
    named('style', run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', root])),
    named('nothing unused', run('knip/bin/knip.js')),
    named('messages', run('../scripts/messages/check-messages.ts')),
  ])
  return [{ name: 'types of the routes', isFine: hasTypes }, ...checks]
}

async function named(name: string, isFine: Promise<boolean>): Promise<Check> {
  return { name, isFine: await isFine }
}

function run(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(modules, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => printed.push(bytes))
  return new Promise((resolve) => {
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(printed))
      resolve(status === 0)
    })
  })
}

if (import.meta.main) {
  const failed = (await check()).filter(({ isFine }) => !isFine).map(({ name }) => name)
  console.log(
    failed.length === 0
      ? 'types, style, exports and messages are in order'
      : `not in order: ${failed.join(', ')}`,
  )
  process.exit(failed.length === 0 ? 0 : 1)
}
