import { SCRIPTS_HEADER } from '#domain/files/remove-scripts.ts'
import { UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { unanswered } from '#web/routes/admin/client/call-error.ts'
import { fetchOnce, sendGuarded } from '#web/routes/admin/client/guarded-fetch.ts'
import type { Try } from '#web/routes/admin/client/send-with-retry.ts'
import { sendForm } from '#web/routes/admin/upload-form/send-form.ts'
import { type Problem, problemOf, readAnswer } from '../state/desk-calls.ts'

export type PaperPart = 'file' | 'thumbnail' | 'answers'
export type PartOutcome = { paper: DeskPaper } | { problem: Problem; status: number } | 'cancelled'

/**
 * Puts a file in the place of a paper's file, thumbnail or answers. What fails in passing is tried again for ten
 * minutes, after asking whether it has arrived; an ended session asks for the password and goes on.
 */
export async function sendPart(
  paper: DeskPaper,
  part: PaperPart,
  file: File,
  {
    onProgress,
    withoutScripts,
    ...options
  }: {
    onProgress: (sent: number, total: number) => void
    onRetrying?: (isRetrying: boolean) => void
    saysItself?: boolean
    signal: AbortSignal
    /** Lets the server take the scripts out of the PDF. */
    withoutScripts?: boolean
  },
): Promise<PartOutcome> {
  const form = new FormData()
  form.set(part, file)
  const to = `/api/admin/papers/${paper.id}/${part}`
  const headers = {
    'If-Match': `"${paper.version}"`,
    ...(withoutScripts && { [SCRIPTS_HEADER]: 'remove' }),
  }
  const { answer, again, stopped } = await sendGuarded(
    ({ signal }) => sendForm({ method: 'PUT', to, headers, form, onProgress, signal }),
    { ...options, limit: UPLOAD_RETRY_LIMIT, findArrived: (look) => findArrived(paper, part, look) },
  )
  if (stopped) return 'cancelled'
  if (!answer) return { problem: problemOf(unanswered(false)), status: 0 }
  const read = await readAnswer<DeskPaper>(answer, again)
  return read.ok ? { paper: read.body } : read
}

/** The paper with the new file, when an earlier try has put it there and only its answer was lost. */
async function findArrived(before: DeskPaper, part: PaperPart, look: Try): Promise<Response | null> {
  const answer = await fetchOnce(`/api/admin/papers/${before.id}`)(look)
  const now = answer.ok ? ((await answer.clone().json()) as DeskPaper) : null
  if (!now || now.version !== before.version + 1) return null
  const address = ({ link, thumbnail, referenceLink }: DeskPaper) =>
    ({ file: link, thumbnail, answers: referenceLink })[part]
  return address(now) !== address(before) ? answer : null
}
