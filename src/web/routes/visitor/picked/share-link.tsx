import { useEffect, useState } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import type { Labels } from '#domain/language/labels.ts'
import { inLanguage } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import { documentLanguage, documentMessages } from '#web/language/document-messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { SendList } from './send-list.tsx'

export function ShareLink({ papers }: { papers: readonly PickedPaper[] }) {
  const m = useMessages()
  const labels = useLabels()
  const [list, setList] = useState<{ address: string } | { failed: string } | null>(null)
  useEffect(() => {
    const over = new AbortController()
    askForList(papers, over.signal).then(
      setList,
      () => over.signal.aborted || setList({ failed: documentMessages().picked_no_link() }),
    )
    return () => over.abort()
  }, [papers])
  if (!list) {
    return (
      <p role="status" className="basis-full leading-[1.35] text-quiet text-pretty">
        <span className="spinner" aria-hidden="true" /> {m.picked_making_link()}
      </p>
    )
  }
  if ('failed' in list) {
    return (
      <p role="alert" className="basis-full leading-[1.35] text-quiet text-pretty">
        {list.failed}
      </p>
    )
  }
  return (
    <div className="picked-share">
      <output className="font-semibold wrap-anywhere">{list.address.replace(/^https?:\/\//, '')}</output>
      <SendList title={titleOf(papers, m, labels)} address={list.address} copyNow />
    </div>
  )
}

async function askForList(papers: readonly PickedPaper[], signal: AbortSignal) {
  const answer = await fetch('/api/lists', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids: papers.map(({ id }) => id) }),
    signal,
  })
  if (answer.status === 404) return { failed: documentMessages().picked_gone() }
  if (!answer.ok) return { failed: documentMessages().picked_no_link() }
  const { path } = (await answer.json()) as { path: string }
  return { address: location.origin + inLanguage(path, documentLanguage()) }
}

function titleOf(papers: readonly PickedPaper[], m: Messages, labels: Labels) {
  const [paper] = papers
  return paper && papers.length === 1
    ? labels.title(paper.title)
    : m.picked_to_practise({ count: papers.length })
}
