import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BUILD_STAMP, compileMessagesIfChanged } from './built-site.mjs'
import { buildWorker } from './support/build-worker.ts'
import { readLicenses, writeNotices } from './support/read-licenses.ts'

const root = join(import.meta.dirname, '..')
const begun = new Date()
// A test run's own variables would reach the plugins of the build.
const { VITEST: _vitest, TEST: _test, ...environment } = process.env
if (!compileMessagesIfChanged(process.execPath)) process.exit(1)
rmSync(join(root, 'build'), { recursive: true, force: true })
const built = spawnSync(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, NODE_ENV: 'production' },
})
if (built.status !== 0) process.exit(1)
await buildWorker(root, join(root, 'build/client'))
writeFileSync(join(root, 'build/client/licenses.txt'), writeNotices(readLicenses(root)))
compressAssets(join(root, 'build/client/assets'))
writeFileSync(join(root, 'build/commit'), `${process.env.COMMIT || ownCommit()}\n`)
// A change during the build is newer than the build.
writeFileSync(BUILD_STAMP, '')
utimesSync(BUILD_STAMP, begun, begun)

/** Empty where the sources came without git. */
function ownCommit() {
  const said = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return said.status === 0 ? said.stdout.trim() : ''
}

/** Once here, so that the server sends files as they are. */
function compressAssets(dir: string) {
  for (const name of readdirSync(dir).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
    const bytes = readFileSync(join(dir, name))
    writeFileSync(
      join(dir, `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
