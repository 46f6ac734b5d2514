import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Runs one file of bench/; lists them when called without a name. */
const folder = join(import.meta.dirname, '../bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const [name, ...rest] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(`Usage: npm run bench -- ${names.join('|')}`)
  process.exit(2)
}
const run = spawnSync(process.execPath, [join(folder, `${name}.ts`), ...rest], { stdio: 'inherit' })
process.exit(run.status ?? 1)
