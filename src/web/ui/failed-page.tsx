import { isRouteErrorResponse, Link } from 'react-router'
import { EmptySheet } from './empty-sheet.tsx'

/** The page of an error: the specification's heading, what happened, and a way on. */
export function FailedPage({ error, showStack }: { error: unknown; showStack: boolean }) {
  const { status, message } = describe(error)
  return (
    <div className="wrap">
      <div className="ruled">
        <div className="instead">
          <EmptySheet mark={status === '404' ? '?' : '!'} />
          <div className="grid justify-items-start gap-4">
            <h1 className="text-[clamp(1.75rem,1.3rem+2.2vw,3.25rem)]">Unexpected Application Error!</h1>
            <p className="max-w-[48ch] text-pretty text-xl leading-snug">
              {status} {message}
            </p>
            <Link className="button mt-2" to="/practice">
              Free question papers
            </Link>
          </div>
        </div>
      </div>
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
