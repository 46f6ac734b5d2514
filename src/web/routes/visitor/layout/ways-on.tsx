import { Form, isRouteErrorResponse, Link } from 'react-router'
import type { Refusal } from '#web/ui/failed-page.tsx'
import { SearchButton } from '../suggest/search-button.tsx'
import { SearchInput } from '../suggest/search-input.tsx'

export function WaysOn({ error }: { error: unknown }) {
  // After a fault no state in memory can be trusted: the next page is a document load.
  const isFault = !isRouteErrorResponse(error)
  const offers = isFault ? [] : ((error.data as Partial<Refusal> | null)?.offers ?? [])
  return (
    <div className="ways-on">
      {offers.length > 0 && (
        <ul aria-label="What there is">
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
        aria-label="Find a paper"
        reloadDocument={isFault}
      >
        <SearchInput
          className="input"
          required
          placeholder="Search papers..."
          aria-label="Find a paper"
          suggests={isFault ? 'nothing' : 'everything'}
        />
        <SearchButton />
      </Form>
      <p>
        <Link className="action" to="/" reloadDocument={isFault}>
          <span className="sweeps">Home</span>
        </Link>
        <Link className="action" to="/practice" reloadDocument={isFault}>
          <span className="sweeps">Free question papers</span>
        </Link>
      </p>
    </div>
  )
}
