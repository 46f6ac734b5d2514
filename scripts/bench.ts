import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run bench -- NAME [arguments]`: runs one file of bench/; without a name, says which there are. */
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
