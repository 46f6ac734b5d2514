import { isRouteErrorResponse } from 'react-router'
import type { Step } from './breadcrumbs.tsx'
import { EmptySheet } from './empty-sheet.tsx'

/** What a thrown answer may carry: what happened, and what there is instead. */
export type Refusal = { sentence: string; offers: Step[] }

/** The page of an error: the specification's heading, what happened, and the ways on, which are its children. */
export function FailedPage({
  error,
  showStack,
  children,
}: {
  error: unknown
  showStack: boolean
  children: React.ReactNode
}) {
  const { status, message } = describe(error)
  return (
    <div className="wrap">
      <div className="ruled">
        <div className="instead">
          <EmptySheet mark={status === '404' ? '?' : '!'} />
          <div className="grid min-w-0 justify-items-start gap-4">
            <h1 className="text-[clamp(1.75rem,1.3rem+2.2vw,3.25rem)]">Unexpected Application Error!</h1>
            <p className="failed-sentence">
              {status && <span className="score">{status}</span>} {message}
            </p>
            {children}
          </div>
        </div>
      </div>
      {showStack && error instanceof Error && error.stack && (
        <pre className="mt-8 overflow-x-auto border border-edge bg-sheet p-4 text-sm">{error.stack}</pre>
      )}
    </div>
  )
}

function describe(error: unknown): { status: string; message: string } {
  if (isRouteErrorResponse(error)) {
    const said =
      typeof error.data === 'string' ? error.data : (error.data as Partial<Refusal> | null)?.sentence
    return { status: String(error.status), message: said || error.statusText }
  }
  return {
    status: '',
    message: 'Something went wrong on our side. Try again in a moment; your papers are safe.',
  }
}
