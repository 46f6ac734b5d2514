import type { DeskPaper } from '#domain/catalogue/desk-paper.ts'
import { isPassing, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { tokenForCall } from '#web/identity/stored-token.ts'
import { authorizedFetch, waitAfter } from '../admin-client.ts'
import { type Problem, UNREACHED } from './desk-calls.ts'

export type PaperPart = 'file' | 'thumbnail' | 'answers'
export type PartOutcome = { paper: DeskPaper } | { problem: Problem; status: number } | 'cancelled'

type Call = { status: number; body: Partial<Problem> }

/**
 * Puts a file in the place of a paper's file, thumbnail or answers. What fails in passing is tried again for ten
 * minutes, after asking whether it has arrived; an ended session asks for the password and goes on.
 */
export async function sendPart(
  paper: DeskPaper,
  part: PaperPart,
  file: File,
  options: {
    onProgress: (sent: number, total: number) => void
    signInAgain: () => Promise<void>
    signal: AbortSignal
  },
): Promise<PartOutcome> {
  const form = new FormData()
  form.set(part, file)
  const end = performance.now() + UPLOAD_RETRY_LIMIT
  for (let failures = 0; ; ) {
    if (failures > 0) {
      const arrived = await findArrived(paper, part)
      if (arrived) return { paper: arrived }
    }
    const call = await put(`/api/admin/papers/${paper.id}/${part}`, form, paper.version, options)
    if (options.signal.aborted) return 'cancelled'
    if (call?.status === 200) return { paper: call.body as unknown as DeskPaper }
    if (call?.status === 401) {
      await options.signInAgain()
      continue
    }
    const over = call?.status === 507 || performance.now() + waitAfter(failures + 1) > end
    if ((call && !isPassing(call.status)) || over) return refusalOf(call)
    failures += 1
    await new Promise((resolve) => setTimeout(resolve, waitAfter(failures)))
  }
}

/** The paper with the new file, when an earlier try has put it there and only its answer was lost. */
async function findArrived(before: DeskPaper, part: PaperPart): Promise<DeskPaper | null> {
  const answer = await authorizedFetch(`/api/admin/papers/${before.id}`).catch(() => null)
  const now = answer?.ok ? ((await answer.json()) as DeskPaper) : null
  if (!now || now.version !== before.version + 1) return null
  const address = ({ link, thumbnail, referenceLink }: DeskPaper) =>
    ({ file: link, thumbnail, answers: referenceLink })[part]
  return address(now) !== address(before) ? now : null
}

function refusalOf(call: Call | null): PartOutcome {
  if (!call) return { problem: UNREACHED, status: 0 }
  const detail = call.body.detail ?? 'The server did not answer as expected; try again.'
  return { problem: { code: '', ...call.body, detail }, status: call.status }
}

/** One try; null when there was no answer. XMLHttpRequest, because fetch does not tell how much was sent. */
async function put(
  path: string,
  form: FormData,
  version: number,
  { onProgress, signal }: { onProgress: (sent: number, total: number) => void; signal: AbortSignal },
): Promise<Call | null> {
  const token = await tokenForCall()
  if (signal.aborted) return null
  return await new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('PUT', path)
    request.setRequestHeader('If-Match', `"${version}"`)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total)
    const cancel = () => request.abort()
    signal.addEventListener('abort', cancel, { once: true })
    request.onloadend = () => {
      signal.removeEventListener('abort', cancel)
      resolve(request.status === 0 ? null : { status: request.status, body: readBody(request) })
    }
    request.send(form)
  })
}

function readBody(request: XMLHttpRequest): Partial<Problem> {
  try {
    return JSON.parse(request.responseText)
  } catch {
    return {}
  }
}
