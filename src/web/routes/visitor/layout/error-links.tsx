import { Form, isRouteErrorResponse, Link } from 'react-router'
import { PAPER_TYPES } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Refusal } from '#web/ui/failed-page.tsx'
import { SearchButton } from '../suggest/search-button.tsx'
import { SearchInput } from '../suggest/search-input.tsx'

export function ErrorLinks({ error }: { error: unknown }) {
  const m = useMessages()
  const { type } = useLabels()
  // After a fault no state in memory can be trusted: the next page is a document load.
  const isFault = !isRouteErrorResponse(error)
  const offered = isFault ? [] : ((error.data as Partial<Refusal> | null)?.offers ?? [])
  const offers =
    offered === 'all lists'
      ? PAPER_TYPES.map((each) => ({ name: type(each), path: `/resources/${each}/all/` }))
      : offered
  return (
    <div className="error-links">
      {offers.length > 0 && (
        <ul aria-label={m.failed_offers()}>
          {offers.map(({ name, path }) => (
            <li key={path}>
              <Link className="page-number" to={path}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Form
        role="search"
        className="relative"
        action="/practice"
        aria-label={m.failed_find()}
        reloadDocument={isFault}
      >
        <SearchInput
          className="input"
          required
          placeholder={m.failed_search()}
          aria-label={m.failed_find()}
          suggests={isFault ? 'nothing' : 'everything'}
        />
        <SearchButton />
      </Form>
      <p>
        <Link className="action" to="/" reloadDocument={isFault}>
          <span className="sweeps">{m.header_home()}</span>
        </Link>
        <Link className="action" to="/practice" reloadDocument={isFault}>
          <span className="sweeps">{m.failed_papers()}</span>
        </Link>
      </p>
    </div>
  )
}
