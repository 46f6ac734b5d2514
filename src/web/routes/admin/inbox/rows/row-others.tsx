import { PencilLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { INBOX_AT_WORK_MS } from '#domain/inbox/inbox.ts'
import { authorName } from '#web/routes/admin/journal/describe-entry.ts'
import { type Conflict, FIELD_LABELS, type InboxRow, valueName } from '../queue/inbox-row.ts'
import { useInboxPlace } from '../use-inbox.ts'

/** While somebody else has changed the row within the last minute. */
export function AtWork({ row }: { row: InboxRow }) {
  const { inbox } = useInboxPlace()
  const edited = row.known?.edited
  const isOther = edited && edited.from !== inbox.here
  const left = isOther
    ? Date.parse(edited.at) + INBOX_AT_WORK_MS - (Date.now() + inbox.read().ahead)
    : Number.NEGATIVE_INFINITY
  const [, setOver] = useState('')
  const at = edited?.at ?? ''
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setOver(at), left + 50)
    return () => clearTimeout(timer)
  }, [left, at])
  if (!isOther || left <= 0) return null
  const isSelf = edited.by === inbox.owner
  return (
    <span className="inbox-at-work" title={edited.by}>
      <PencilLine aria-hidden="true" className="size-4" />
      {isSelf ? 'You are editing this in another browser' : `${authorName(edited.by)} is editing this`}
    </span>
  )
}

export function Conflicts({ row }: { row: InboxRow }) {
  const { inbox } = useInboxPlace()
  if (row.conflicts.length === 0) return null
  const decide = (part: Conflict['part'], keep: 'mine' | 'theirs') =>
    inbox.dispatch({ kind: 'decided', id: row.uploadId, part, keep })
  return (
    <div className="inbox-conflicts" role="alert">
      {row.conflicts.map(({ part, by }) => {
        const who = by === inbox.owner ? 'You, in another browser,' : authorName(by)
        const mine = wordsOf(row, part, 'mine')
        const theirs = wordsOf(row, part, 'theirs')
        return (
          <p key={part}>
            <span>
              <strong>{part === 'settled' ? 'Already there' : FIELD_LABELS[part]}:</strong>{' '}
              {`${who} put ${theirs} while you put ${mine}.`}
            </span>
            <button
              type="button"
              className="button button-line inbox-do"
              onClick={() => decide(part, 'theirs')}
            >
              Take {theirs}
            </button>
            <button
              type="button"
              className="button button-line inbox-do"
              onClick={() => decide(part, 'mine')}
            >
              Keep {mine}
            </button>
          </p>
        )
      })}
    </div>
  )
}

function wordsOf(row: InboxRow, part: Conflict['part'], whose: 'mine' | 'theirs'): string {
  if (part === 'settled') {
    const settled = whose === 'mine' ? row.settled : row.known?.settled
    return settled?.replace ? '“Replace”' : '“Keep both”'
  }
  const value = whose === 'mine' ? row.fields[part] : (row.known?.typed[part]?.value ?? '')
  const name = valueName(part, value)
  return name ? `“${name}”` : 'nothing'
}
