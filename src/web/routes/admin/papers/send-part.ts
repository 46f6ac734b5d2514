import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { fetchOnce } from '../client/call-admin.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '../client/send-files.ts'
import type { Try } from '../client/send-with-retry.ts'

export type PaperPart = 'file' | 'thumbnail' | 'answers'

/** Replaces a file of the paper and returns the paper. Throws a `CallError`. */
export async function sendPart(
  paper: AdminPaper,
  part: PaperPart,
  file: File,
  { withoutScripts, ...options }: SendOptions & { withoutScripts?: boolean },
): Promise<AdminPaper> {
  const upload = uploadOf(file)
  const answer = await sendFiles(
    [upload],
    {
      method: 'PUT',
      path: `/papers/${paper.id}/${part}`,
      json: namedUpload(upload, { withoutScripts }),
      headers: { 'If-Match': `"${paper.version}"` },
    },
    { ...options, findArrived: (look) => findArrived(paper, part, look) },
  )
  return await answer.json()
}

/** The paper, when an earlier try has arrived and only its response was lost. */
async function findArrived(before: AdminPaper, part: PaperPart, look: Try): Promise<Response | null> {
  const answer = await fetchOnce(`/api/admin/papers/${before.id}`)(look)
  const now = answer.ok ? ((await answer.clone().json()) as AdminPaper) : null
  if (!now || now.version !== before.version + 1) return null
  const address = ({ link, thumbnail, referenceLink }: AdminPaper) =>
    ({ file: link, thumbnail, answers: referenceLink })[part]
  return address(now) !== address(before) ? answer : null
}
