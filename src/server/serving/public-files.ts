import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { HttpEnv } from './http-env.ts'

/** Built assets, and hidden files that an editor or a file manager leaves behind. */
const NOT_PUBLIC = /^assets\/|(^|\/)\.(?!well-known\/)/
/** Short: their names stay when their content changes. */
const CACHE = 'public, max-age=3600'

/** Handlers by path. Listed once at the start: no request's path is looked up on the disk. */
export function publicFiles(clientDir: string): Map<string, MiddlewareHandler<HttpEnv>> {
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const names = paths.map((path) => relative(clientDir, path).replaceAll('\\', '/'))
  return new Map(
    names
      .filter((name) => !NOT_PUBLIC.test(name))
      .map((name) => [`/${name}`, serveFile(join(clientDir, name))]),
  )
}

function serveFile(path: string): MiddlewareHandler<HttpEnv> {
  const { size, mtimeMs } = statSync(path)
  const tag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
  const serve = serveStatic<HttpEnv>({
    path,
    onFound(_path, c) {
      c.header('Cache-Control', CACHE)
      c.header('ETag', tag)
    },
  })
  return every(compress(), etag(), serve)
}
