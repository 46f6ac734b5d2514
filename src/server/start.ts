import { join } from 'node:path'
import { type Config, ConfigError, isLocalOnly, lacksClientAddress, readConfig } from './config.ts'
import { PROJECT_ROOT } from './folders/project-root.ts'
import { checkSite } from './process/prepare-site.ts'
import { type RunningSite, serveSite } from './process/serve-site.ts'
import { isDiskFull } from './uploading/write-file.ts'

const CLIENT = join(PROJECT_ROOT, 'build/client')

const USAGE = `Usage:
  start               serves the site
  start -- --adopt    takes over the files that it finds, lists them, and serves the site`

async function start() {
  const args = process.argv.slice(2).filter((argument) => argument !== '--')
  if (args.some((argument) => argument !== '--adopt')) throw new ConfigError(USAGE)
  checkSite()
  const config = readConfig()
  const { createHttp } = await import('./create-http.ts')
  const site = await serveSite(
    config,
    (app, options) => createHttp(app, { ...options, clientDir: CLIENT }).fetch,
    { say: console.log, adopt: args.includes('--adopt') },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(site))
  announce(site, config)
}

function announce(site: RunningSite, config: Config) {
  const { email, password } = site.administrator
  const lines = [
    `Thervu is open at ${site.origin}`,
    password
      ? `Administrator: ${email}, password: ${password} (shown this once; sign in at ${site.origin}/login)`
      : `Administrator: ${email} (sign in at ${site.origin}/login)`,
    `Data: ${config.dataDir}`,
  ]
  if (site.samples > 0)
    lines.push(`${site.samples} sample papers were added; one click in /admin removes them.`)
  if (!config.siteUrl && !isLocalOnly(config)) {
    lines.push(
      'SITE_URL is not set: others can read here, but signing in works from this machine only, or over https.',
    )
  }
  if (lacksClientAddress(config)) {
    lines.push(
      'TRUSTED_PROXY is not set: behind a proxy all visitors would count as one. Name the proxy, such as 127.0.0.1.',
    )
  }
  lines.push(...config.withoutEffect)
  console.log(lines.join('\n'))
}

async function stop(site: RunningSite) {
  await site.close()
  process.exit(0)
}

start().catch((error: unknown) => {
  console.error(describe(error))
  process.exit(1)
})

function describe(error: unknown) {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (isDiskFull(error)) return `The disk is full: free space on it, and start again (${message}).`
  if (code === 'EADDRINUSE') return 'PORT is in use by another program; stop that one or name another port.'
  if (['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
    return 'HOST must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0.'
  if (code === 'EACCES') return `PORT or DATA_DIR may not be used by this account: ${message}`
  return error
}
