import { useEffect, useState } from 'react'
import { type PickedPaper, papersLabel } from '#domain/bundles/picked.ts'
import { SendList } from './send-list.tsx'

const NO_LINE = 'The link could not be made just now. Look at your connection, then try again.'

export function ShareLink({ papers }: { papers: readonly PickedPaper[] }) {
  const [list, setList] = useState<{ address: string } | { failed: string } | null>(null)
  useEffect(() => {
    const over = new AbortController()
    askForList(papers, over.signal).then(setList, () => over.signal.aborted || setList({ failed: NO_LINE }))
    return () => over.abort()
  }, [papers])
  if (!list) {
    return (
      <p role="status" className="basis-full leading-[1.35] text-quiet text-pretty">
        <span className="spinner" aria-hidden="true" /> Making the link …
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
      <SendList title={titleOf(papers)} address={list.address} copyNow />
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
  if (answer.status === 404) return { failed: 'These papers are no longer here; clear them and pick others.' }
  if (!answer.ok) return { failed: NO_LINE }
  const { path } = (await answer.json()) as { path: string }
  return { address: location.origin + path }
}

function titleOf(papers: readonly PickedPaper[]) {
  return papers.length === 1 ? String(papers[0]?.title) : `${papersLabel(papers.length)} to practise:`
}
