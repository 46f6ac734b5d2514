import { sizeLabel, unbroken } from '#domain/language/labels.ts'
import { pageAddress } from '#domain/page-images/page-image.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import type { KeptPaper } from '../keeping/kept-store.ts'
import { readPlace } from '../paper/kept-places.ts'
import type { FoundKept } from './find-kept.ts'
import { KeptNote } from './kept-note.tsx'

type RowProps = { kept: KeptPaper; inside: FoundKept['inside']; onRemoved: () => void }

export function KeptRow({ kept, inside, onRemoved }: RowProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { id, paper, bytes, hasFile, pages } = kept
  const left = readPlace(id) ?? 1
  const title = labels.shortTitle(paper.title)
  const size = hasFile ? m.kept_size_with_file({ size: sizeLabel(bytes) }) : sizeLabel(bytes)
  async function remove() {
    const { removeKept } = await import('../keeping/kept-store.ts')
    await removeKept(id)
    onRemoved()
  }
  return (
    <li className="kept-row" data-subject={paper.subject}>
      <p>
        <span className="badge">{labels.paperSubject(paper)}</span>
      </p>
      <h2 lang={langOf(title)}>
        <Link to={addressOf(kept, inside?.page)}>{title}</Link>
      </h2>
      <p className="kept-facts">
        <span>{unbroken(`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`)}</span>
        <span>{unbroken(`${labels.pages(pages.length)} · ${size}`)}</span>
      </p>
      {inside && (
        <p className="kept-inside">
          <Link className="action" to={addressOf(kept, inside.page)}>
            <span className="sweeps">{m.pagination_page({ page: inside.page })}</span>
          </Link>{' '}
          {inside.snippet}
        </p>
      )}
      <KeptNote kept={kept} />
      <p className="kept-ways">
        {left > 1 && left <= pages.length && (
          <Link
            className="action"
            to={addressOf(kept, left)}
            aria-label={`${m.reader_go_on({ page: left })}: ${title}`}
          >
            <span className="sweeps">{m.reader_go_on({ page: left })}</span>
          </Link>
        )}
        <Link className="action" to={addressOf(kept)} aria-label={`${m.kept_read()}: ${title}`}>
          <span className="sweeps">{m.kept_read()}</span>
        </Link>
        {paper.referenceLink && (
          <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
            <span className="sweeps">{m.card_answer()}</span>
          </a>
        )}
        <button type="button" className="action" onClick={remove} aria-label={`${m.kept_remove()}: ${title}`}>
          <span className="sweeps">{m.kept_remove()}</span>
        </button>
      </p>
    </li>
  )
}

function addressOf({ id, pages }: KeptPaper, page = 1) {
  return page > 1 ? `/kept${pageAddress(page, pages.length, `paper=${id}`)}` : `/kept?paper=${id}`
}
