import type { InferResponseType } from 'hono/client'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { gradeLabel, type Paper, typeLabel, weightLine } from '#domain/catalogue/paper.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { admin, sentenceOf } from '../admin-client.ts'
import { NotRead } from '../not-read.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'
import { ConfirmButton } from './confirm-button.tsx'

type List = InferResponseType<typeof admin.papers.$get, 200>

/** The Uploaded PDFs, newest first, twelve at a time; `changes` counts what was done elsewhere on the desk. */
export function UploadedPapers({ changes }: { changes: number }) {
  const [parameters, setParameters] = useSearchParams()
  const page = /^[1-9]\d{0,3}$/.test(parameters.get('page') ?? '') ? String(parameters.get('page')) : '1'
  const [list, setList] = useState<List | null>(null)
  const [failure, setFailure] = useState('')
  const signInAgain = useSignInAgain()

  const load = useCallback(async () => {
    setFailure('')
    try {
      const answer = await admin.papers.$get({ query: { page } })
      if (answer.status === 401) return void signInAgain().then(load)
      if (!answer.ok) return setFailure(await sentenceOf(answer))
      const read = await answer.json()
      if (read.papers.length === 0 && read.total > 0)
        return setParameters({ page: String(read.pages) }, { replace: true })
      setList(read)
    } catch {
      setFailure('The list could not be read. Check your connection.')
    }
  }, [page, setParameters, signInAgain])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change on the desk reads the list again
  useEffect(() => void load(), [load, changes])

  async function remove(call: () => Promise<{ ok: boolean; status: number }>): Promise<void> {
    try {
      const answer = await call()
      if (answer.status === 401) return await signInAgain().then(() => remove(call))
      if (!answer.ok && answer.status !== 404) throw new Error(`The server answered ${answer.status}`)
      toastSuccess('PDF deleted successfully')
    } catch {
      toastFailure('Error deleting PDF')
    }
    await load()
  }

  return (
    <section aria-labelledby="uploaded-heading">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          3.
        </span>
        <h2 id="uploaded-heading">Uploaded PDFs</h2>
        {list && <span className="marks">[{list.total.toLocaleString('en-IN')} papers]</span>}
      </div>
      {list?.samples && (
        <p className="desk-sheet desk-note mb-5">
          Sample papers fill the catalogue, so that the site can be looked at.
          <ConfirmButton
            name="Remove all samples"
            question="Remove all sample papers?"
            explanation="The papers you uploaded stay. The samples do not come back."
            onConfirm={() => remove(() => admin.samples.$delete())}
          />
        </p>
      )}
      {failure && <NotRead sentence={failure} onRetry={() => void load()} />}
      {!list && !failure && <ListSkeleton />}
      {list?.papers.length === 0 && (
        <p className="text-xl">Nothing is uploaded yet. The first paper goes in above.</p>
      )}
      <ul className="desk-sheet register empty:hidden">
        {list?.papers.map((paper) => (
          <UploadedPaper
            key={paper.id}
            paper={paper}
            onDelete={() => remove(() => admin.papers[':id'].$delete({ param: { id: paper.id } }))}
          />
        ))}
      </ul>
      {list && (
        <Pagination page={list.page} pages={list.pages} hrefOf={(number) => `/admin?page=${number}`} />
      )}
    </section>
  )
}

function UploadedPaper({ paper, onDelete }: { paper: Paper; onDelete: () => Promise<void> }) {
  return (
    <li data-subject={paper.subject}>
      <span className="thumbnail">
        {paper.thumbnail && (
          <img src={paper.thumbnail} alt="" width={56} height={79} loading="lazy" decoding="async" />
        )}
      </span>
      <div className="min-w-0">
        <h3
          className="font-semibold text-lg leading-snug tracking-normal"
          lang={/\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined}
        >
          <a href={paper.link} target="_blank" rel="noopener">
            {paper.title}
          </a>
        </h3>
        <p className="text-quiet text-sm leading-snug">
          {typeLabel(paper.type)} · {gradeLabel(paper.grade)}
          {paper.subject !== 'all' && ` · ${paper.subject}`} · {paper.month} {paper.year} ·{' '}
          {weightLine(paper)} · {paper.views.toLocaleString('en-IN')} views
          {paper.sample && ' · sample'}
        </p>
        <p className="text-sm">
          {paper.referenceLink ? (
            <a href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
              Reference Link
            </a>
          ) : (
            <span className="text-quiet">No reference link</span>
          )}
        </p>
      </div>
      <span>
        <ConfirmButton
          quiet
          name="Delete"
          label={`Delete ${paper.title}`}
          question={`Delete “${paper.title}”?`}
          explanation="The paper and its file are removed for good."
          onConfirm={onDelete}
        />
      </span>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Reading the list …</span>
      <div className="desk-sheet register">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row}>
            <div className="thumbnail" />
            <div className="grid gap-2 py-1">
              <div className="skeleton h-5 w-3/5" />
              <div className="skeleton h-4 w-4/5" />
              <div className="skeleton h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
