import { ArchiveFault } from '../src/domain/archive/archive.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { HostedFault } from './hosted-import/hosted-folder.ts'
import { importHosted } from './hosted-import/import-hosted.ts'
import { importArchive } from './support/import-archive.ts'

const USAGE = `Usage:
  import -- FILE [--drop-second-factors]
      Reads an archive of npm run export into an empty place (DATA_DIR, or
      DATABASE_URL and FILES_URL), and compares everything with it afterwards.
      Stopped with Ctrl-C or killed, it goes on when it is started again.
  import -- --from-hosted FOLDER [--apply]
      Takes papers, prices, visits and administrators out of an export of the
      hosted services. Without --apply it says for each row what would become of
      it, and changes nothing. Begun again it adds nothing twice.

The site must not run meanwhile. docs/moving.md has it step by step.`

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  const flags = new Set(args.filter((argument) => argument.startsWith('--')))
  const [path, ...rest] = args.filter((argument) => !argument.startsWith('--'))
  const allowed = flags.has('--from-hosted') ? ['--from-hosted', '--apply'] : ['--drop-second-factors']
  if (!path || rest.length > 0 || [...flags].some((flag) => !allowed.includes(flag))) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    if (config.files.kind === 'memory')
      throw new ConfigError('FILES_URL is memory: nothing would be kept of the import.')
    if (flags.has('--from-hosted')) return await importHosted(config, path, { applies: flags.has('--apply') })
    return await importArchive(config, path, { dropSecondFactors: flags.has('--drop-second-factors') })
  } catch (error) {
    const isPlain = [ConfigError, ArchiveFault, HostedFault].some((fault) => error instanceof fault)
    console.error(isPlain ? (error as Error).message : error)
    return 1
  }
}
