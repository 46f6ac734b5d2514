import { hash } from 'node:crypto'
import type { DrawnPage } from '#web/context.ts'

/** In development Vite adds inline scripts and styles. */
export const DEV_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

type Kind = 'script' | 'style'
type Hashes = Record<Kind, Set<string>>

/**
 * The page without its nonce, and a policy with the hashes of the inline scripts and styles that bore it:
 * unlike a nonce, they stay right when the page is sent again from a cache. What a stranger smuggles into a page
 * cannot know the nonce.
 */
export function hashInline(page: DrawnPage, nonce: string): { page: DrawnPage; policy: string } {
  const hashes: Hashes = { script: new Set(), style: new Set() }
  const without = page.map((part) => (typeof part === 'string' ? withoutNonce(part, nonce, hashes) : part))
  return { page: without, policy: pagePolicy(hashes) }
}

function withoutNonce(html: string, nonce: string, hashes: Hashes): string {
  const pieces = html.split(` nonce="${nonce}"`)
  for (const [at, piece] of pieces.entries()) {
    const kind = kindOf(pieces[at - 1] ?? '')
    if (!kind) continue
    const begin = piece.indexOf('>') + 1
    const text = piece.slice(begin, piece.indexOf(`</${kind}>`, begin))
    if (text) hashes[kind].add(hashOf(text))
  }
  return pieces.join('')
}

function hashOf(text: string) {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Of the tag that is open at the end. */
function kindOf(before: string): Kind | null {
  const tag = before.slice(before.lastIndexOf('<'))
  return /^<script\b/.test(tag) ? 'script' : /^<style\b/.test(tag) ? 'style' : null
}

export function pagePolicy({ script, style }: Hashes = { script: new Set(), style: new Set() }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Contact's map, and the desk's preview. On every page, since client-side navigation keeps the policy of the first.
    "frame-src 'self' https://www.openstreetmap.org",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
