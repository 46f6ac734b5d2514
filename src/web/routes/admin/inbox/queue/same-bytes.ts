import type { Inbox } from './inbox-contents.ts'

/** The earlier row in the inbox that holds the same bytes, or null. */
export function sameBytes(inbox: Inbox, id: string, sha256: string | null): string | null {
  if (!sha256) return null
  for (const other of inbox.order) {
    const row = inbox.rows[other]
    if (other === id) return null
    if (row?.sha256 === sha256 && !row.away && row.step !== 'published') return other
  }
  return null
}
