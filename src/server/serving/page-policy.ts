import { hash } from 'node:crypto'

/** In development Vite adds inline scripts and styles. */
export const DEV_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

/**
 * The page without its nonce, and a policy with the hashes of the inline scripts and styles that bore it:
 * unlike a nonce, they stay right when the page is sent again from a cache. What a stranger smuggles into a page
 * cannot know the nonce.
 */
export function hashInline(html: string, nonce: string): { html: string; policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const pieces = html.split(` nonce="${nonce}"`)
  for (const [at, piece] of pieces.entries()) {
    const kind = kindOf(pieces[at - 1] ?? '')
    if (!kind) continue
    const begin = piece.indexOf('>') + 1
    const text = piece.slice(begin, piece.indexOf(`</${kind}>`, begin))
    if (text) hashes[kind].add(`'sha256-${hash('sha256', text, 'base64')}'`)
  }
  return { html: pieces.join(''), policy: pagePolicy(hashes) }
}

/** Of the tag that is open at the end. */
function kindOf(before: string): 'script' | 'style' | null {
  const tag = before.slice(before.lastIndexOf('<'))
  return /^<script\b/.test(tag) ? 'script' : /^<style\b/.test(tag) ? 'style' : null
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
