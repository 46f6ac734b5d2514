import { pageAddress } from '#domain/page-images/page-parts.ts'
import { degreeName, shortTitle, sizeLabel, subjectName, titleLang, unbroken } from '#domain/paper/labels.ts'
import { Link } from '#web/link.tsx'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { KEPT_TEXTS as TEXTS } from '../keeping/kept-texts.ts'
import type { FoundKept } from './find-kept.ts'
import { KeptNote } from './kept-note.tsx'

type RowProps = { kept: KeptPaper; inside: FoundKept['inside']; onRemoved: () => void }

export function KeptRow({ kept, inside, onRemoved }: RowProps) {
  const { id, paper, bytes, hasFile, pages } = kept
  const title = shortTitle(paper.title)
  const facts = [
    degreeName(paper.type, paper.grade),
    `${paper.month} ${paper.year}`,
    `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`,
    hasFile ? `${sizeLabel(bytes)}, with the PDF` : sizeLabel(bytes),
  ]
  async function remove() {
    const { removeKept } = await import('../keeping/keep/kept-store.ts')
    await removeKept(id)
    onRemoved()
  }
  return (
    <li className="kept-row" data-subject={paper.subject}>
      <p>
        <span className="badge">{subjectName(paper)}</span>
      </p>
      <h2 lang={titleLang(title)}>
        <Link to={addressOf(kept, inside?.page)}>{title}</Link>
      </h2>
      <p className="text-quiet">{unbroken(facts.join(' · '))}</p>
      {inside && (
        <p className="kept-inside">
          <Link className="action" to={addressOf(kept, inside.page)}>
            <span className="sweeps">{TEXTS.onPage(inside.page)}</span>
          </Link>{' '}
          {inside.snippet}
        </p>
      )}
      <KeptNote kept={kept} />
      <p className="kept-ways">
        <Link className="action" to={addressOf(kept)} aria-label={`${TEXTS.read}: ${title}`}>
          <span className="sweeps">{TEXTS.read}</span>
        </Link>
        {paper.referenceLink && (
          <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
            <span className="sweeps">{TEXTS.answers}</span>
          </a>
        )}
        <button type="button" className="action" onClick={remove} aria-label={`${TEXTS.remove}: ${title}`}>
          <span className="sweeps">{TEXTS.remove}</span>
        </button>
      </p>
    </li>
  )
}

function addressOf({ id, pages }: KeptPaper, page = 1) {
  return page > 1 ? `/kept${pageAddress(page, pages.length, `paper=${id}`)}` : `/kept?paper=${id}`
}
