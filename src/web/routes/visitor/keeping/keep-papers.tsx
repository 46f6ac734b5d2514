import { useState } from 'react'
import { sizeLabel } from '#domain/paper/labels.ts'
import { Link } from '#web/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { cancelPapers, useProgress } from './keep-queue.ts'
import { sumUp } from './keep-sums.ts'
import { useKeptIds } from './kept-ids.ts'
import { type KeptTexts, useKeptTexts } from './kept-texts.ts'
import { wantPapers } from './start-keeping.ts'
import './keep-papers.css'

type KeepProps = {
  papers: readonly { id: string; title: string }[]
  /** Null until it is known. */
  bytes: { light: number; files: number } | null
}

/** Keeps these papers on the device: how much that is, how far it is, what stands in the way. Not there without JavaScript. */
export function KeepPapers({ papers, bytes }: KeepProps) {
  const texts = useKeptTexts()
  const ids = papers.map(({ id }) => id)
  const kept = useKeptIds()
  const progress = useProgress()
  const [withFile, setWithFile] = useState(false)
  const { kept: count, percent, isBusy, problem } = sumUp(ids, kept, progress)
  const isOne = ids.length === 1
  const isKept = count === ids.length
  return (
    <div className="keep-papers">
      {isBusy ? (
        <>
          <p className="keep-progress" role="status">
            <progress max={100} value={percent} aria-hidden="true" />
            {isOne ? texts.keeping(percent) : texts.keepingThese(count, ids.length, percent)}
          </p>
          <button type="button" className="action" onClick={() => cancelPapers(ids)}>
            <span className="sweeps">{texts.cancel}</span>
          </button>
        </>
      ) : isKept ? (
        <>
          <p className="keep-done" role="status">
            <Mark name="tick" size={20} /> {texts.allKept(ids.length)}
          </p>
          <Link className="action" to="/kept">
            <span className="sweeps">{texts.seeKept}</span>
          </Link>
        </>
      ) : (
        <>
          <button
            type="button"
            className="button button-line"
            onClick={() => wantPapers(ids.filter((id) => !kept.includes(id)).map((id) => ({ id, withFile })))}
          >
            {nameOf(isOne, ids.length, bytes, texts)}
          </button>
          {bytes && bytes.files > 0 && (
            <label className="keep-file">
              <input
                type="checkbox"
                autoComplete="off"
                checked={withFile}
                onChange={() => setWithFile(!withFile)}
              />
              {(isOne ? texts.withFile : texts.withFiles)(sizeLabel(bytes.files))}
            </label>
          )}
        </>
      )}
      {problem && (
        <p className="keep-problem" role="alert">
          {sayProblem(problem, papers, texts)}
        </p>
      )}
    </div>
  )
}

function nameOf(isOne: boolean, count: number, bytes: KeepProps['bytes'], texts: KeptTexts) {
  if (!bytes) return texts.keepPicked
  const size = sizeLabel(bytes.light)
  return isOne ? texts.keep(size) : texts.keepThese(count, size)
}

function sayProblem(
  { id, state }: NonNullable<ReturnType<typeof sumUp>['problem']>,
  papers: KeepProps['papers'],
  texts: KeptTexts,
) {
  if (state === 'gone') return texts.gone(papers.find((paper) => paper.id === id)?.title ?? '')
  return texts[state]
}
