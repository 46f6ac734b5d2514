import { createHash } from 'node:crypto'

/** In development Vite adds inline scripts and styles. */
export const DEV_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

/** The scripts and styles that bear `nonce`; what a stranger smuggles into a page cannot know it. */
const inlineOf = (nonce: string) =>
  new RegExp(`<(script|style)\\b[^>]* nonce="${nonce.replace(/\W/g, '\\$&')}"[^>]*>(.*?)</\\1>`, 'gs')

/**
 * The page without its nonce, and a policy with the hashes of its own inline scripts and styles:
 * unlike a nonce, they stay right when the page is sent again from a cache.
 */
export function hashInline(html: string, nonce: string): { html: string; policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, kind, text = ''] of html.matchAll(inlineOf(nonce))) {
    if (text) hashes[kind as 'script' | 'style'].add(hashOf(text))
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy: pagePolicy(hashes) }
}

function hashOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function pagePolicy({ script, style }: { script: Set<string>; style: Set<string> }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Contact's map. On every page, since client-side navigation keeps the policy of the first.
    'frame-src https://www.openstreetmap.org',
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
