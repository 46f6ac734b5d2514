import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import type { PaperManifest } from '#domain/offline/paper-manifest.ts'
import type { PaperAnswer, PaperQuestion } from '#domain/questions/questions.server.ts'

/** What papers need to be saved; those that are gone are left out. Throws a TypeError offline. */
export async function fetchManifests(ids: readonly string[]): Promise<PaperManifest[]> {
  const found: PaperManifest[] = []
  for (let from = 0; from < ids.length; from += PICK_LIMIT) {
    const answer = await fetch(`/api/papers/keepable?ids=${ids.slice(from, from + PICK_LIMIT).join(',')}`)
    if (!answer.ok) throw new TypeError(`The server answered ${answer.status}`)
    const { papers }: { papers: PaperManifest[] } = await answer.json()
    found.push(...papers)
  }
  return found
}

type Asked = { questions: PaperQuestion[]; answers: PaperAnswer[] }

/** Those of a paper that are known by now, and their answers; none where it is gone meanwhile. */
export async function askQuestions(id: string): Promise<Asked> {
  const answer = await fetch(`/api/papers/${id}/questions`)
  if (answer.status === 404) return { questions: [], answers: [] }
  if (!answer.ok) throw new TypeError(`The server answered ${answer.status}`)
  return await answer.json()
}
