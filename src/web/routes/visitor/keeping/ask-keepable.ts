import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import type { KeepablePaper } from '#domain/keeping/keepable-paper.ts'
import type { PaperQuestion } from '#domain/questions/questions.server.ts'

/** What papers need to be kept; those that are gone are left out. Throws a TypeError without a line. */
export async function askKeepable(ids: readonly string[]): Promise<KeepablePaper[]> {
  const found: KeepablePaper[] = []
  for (let from = 0; from < ids.length; from += PICK_LIMIT) {
    const answer = await fetch(`/api/papers/keepable?ids=${ids.slice(from, from + PICK_LIMIT).join(',')}`)
    if (!answer.ok) throw new TypeError(`The server answered ${answer.status}`)
    const { papers }: { papers: KeepablePaper[] } = await answer.json()
    found.push(...papers)
  }
  return found
}

/** Those of a paper that are known by now; none where it is gone meanwhile. */
export async function askQuestions(id: string): Promise<PaperQuestion[]> {
  const answer = await fetch(`/api/papers/${id}/questions`)
  if (answer.status === 404) return []
  if (!answer.ok) throw new TypeError(`The server answered ${answer.status}`)
  const { questions }: { questions: PaperQuestion[] } = await answer.json()
  return questions
}
