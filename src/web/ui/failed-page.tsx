import { isRouteErrorResponse, Link } from 'react-router'
import { EmptySheet } from './empty-sheet.tsx'

/** The page of an error: the specification's heading, what happened, and a way on. */
export function FailedPage({ error, showStack }: { error: unknown; showStack: boolean }) {
  const { status, message } = describe(error)
  return (
    <div className="wrap grid gap-6 py-6">
      <h1>Unexpected Application Error!</h1>
      <p className="max-w-[68ch] font-semibold text-xl">
        {status} {message}
      </p>
      <EmptySheet mark={status === '404' ? '?' : '!'} />
      <p className="flex flex-wrap gap-3">
        <Link className="button" to="/practice">
          Free question papers
        </Link>
      </p>
      {showStack && error instanceof Error && error.stack && (
        <pre className="overflow-x-auto border border-edge bg-sheet p-4 text-sm">{error.stack}</pre>
      )}
    </div>
  )
}

function describe(error: unknown): { status: string; message: string } {
  if (isRouteErrorResponse(error)) {
    const said = typeof error.data === 'string' && error.data ? error.data : error.statusText
    return { status: String(error.status), message: said }
  }
  return {
    status: '',
    message: 'Something went wrong on our side. Try again in a moment; your papers are safe.',
  }
}
