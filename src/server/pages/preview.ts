import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import { inLanguage, type Language } from '#domain/language/languages.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { drawPages } from './draw-pages.ts'

/** A page as it would be with this document: drawn for who asks, and never cached. */
export async function drawPreview(
  app: App,
  c: Context<HttpEnv>,
  { path, language, centre }: { path: string; language: Language; centre: Centre },
): Promise<string> {
  const present = await app.centre.read()
  const draft: App = { ...app, centre: { ...app.centre, read: async () => ({ ...present, centre }) } }
  return await (await drawPages(draft)(c, new Request(c.var.siteOrigin + inLanguage(path, language)))).text()
}

const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Holds no secret: the desk puts the page into it. */
export function showPreviewFrame(c: Context<HttpEnv>) {
  return c.body('<!doctype html><title>Preview</title>', 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': FRAME_POLICY,
    'Cache-Control': 'no-store',
  })
}
