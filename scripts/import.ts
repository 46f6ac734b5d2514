import { ArchiveFault } from '../src/domain/archive/archive.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { importArchive } from './support/import-archive.ts'

const USAGE = `Usage:
  import -- FILE [--drop-second-factors]
      Reads an archive of npm run export into an empty place (DATA_DIR, or
      DATABASE_URL and FILES_URL), and compares everything with it afterwards.
      Stopped with Ctrl-C or killed, it goes on when it is started again.

The site must not run meanwhile. docs/moving.md has it step by step.`

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  const flags = args.filter((argument) => argument.startsWith('--'))
  const [path, ...rest] = args.filter((argument) => !argument.startsWith('--'))
  const isArchive = flags.every((flag) => flag === '--drop-second-factors')
  if (!path || rest.length > 0 || !isArchive) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    if (config.files.kind === 'memory')
      throw new ConfigError('FILES_URL is memory: nothing would be kept of the import.')
    return await importArchive(config, path, { dropSecondFactors: flags.length > 0 })
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof ArchiveFault
    console.error(isPlain ? error.message : error)
    return 1
  }
}
