import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { unanswered } from '#web/routes/admin/client/call-error.ts'
import { fetchOnce } from '#web/routes/admin/client/guarded-fetch.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '#web/routes/admin/client/send-files.ts'
import type { Try } from '#web/routes/admin/client/send-with-retry.ts'
import { type Problem, problemOf, readAnswer } from '../state/desk-calls.ts'

export type PaperPart = 'file' | 'thumbnail' | 'answers'
export type PartOutcome = { paper: DeskPaper } | { problem: Problem; status: number } | 'cancelled'

/** Puts a file in the place of a paper's file, thumbnail or answers; `withoutScripts` lets the server take its scripts out. */
export async function sendPart(
  paper: DeskPaper,
  part: PaperPart,
  file: File,
  { withoutScripts, ...options }: SendOptions & { withoutScripts?: boolean },
): Promise<PartOutcome> {
  const upload = uploadOf(file)
  const { answer, again, stopped } = await sendFiles(
    [upload],
    {
      ...{
        method: 'PUT',
        path: `/papers/${paper.id}/${part}`,
        json: namedUpload(upload, { withoutScripts }),
      },
      headers: { 'If-Match': `"${paper.version}"` },
    },
    { ...options, findArrived: (look) => findArrived(paper, part, look) },
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
