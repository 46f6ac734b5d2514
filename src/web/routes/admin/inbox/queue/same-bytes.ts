import type { Inbox } from './inbox-contents.ts'

/** An earlier row with the same bytes. */
export function sameBytes(inbox: Inbox, id: string, sha256: string | null): string | null {
  if (!sha256) return null
  for (const other of inbox.order) {
    const row = inbox.rows[other]
    if (other === id) return null
    if (row?.sha256 === sha256 && !row.away && row.step !== 'published') return other
  }
  return null
}
