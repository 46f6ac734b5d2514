import { isRouteErrorResponse } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Step } from './breadcrumbs.tsx'
import { EmptyState } from './empty-state.tsx'

/** The data of a thrown response: what happened, and links to what there is instead. */
export type Refusal = { sentence: string; offers: Step[] | 'all lists' }

/** What React Router says instead of the server's own words. */
const SERVER_ERROR = 'Unexpected Server Error'

/**
 * Says the status and the message of what was thrown. What the server throws comes without its own words, which stay in
 * the log; of an error of the browser the stack is there, folded.
 */
export function FailedPage({ error, children }: { error: unknown; children: React.ReactNode }) {
  const m = useMessages()
  const { status, message, thrown } = describe(error, m)
  const stack = typeof document !== 'undefined' && error instanceof Error && error.stack
  return (
    <div className="wrap">
      <div className="ruled">
        <div className="instead">
          <EmptyState mark={status === '404' ? '?' : '!'} />
          <div className="grid min-w-0 justify-items-start gap-4">
            <h1 className="text-[clamp(1.75rem,1.3rem+2.2vw,3.25rem)]">{m.failed_heading()}</h1>
            <p className="max-w-[48ch] text-xl/[1.4] text-pretty">
              {status && <span className="score">{status}</span>} {message}
            </p>
            {thrown && <p className="max-w-[60ch] text-quiet wrap-anywhere">{thrown}</p>}
            {children}
            {stack && (
              <details className="w-full min-w-0">
                <summary className="cursor-pointer py-3">{m.failed_details()}</summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
                <pre tabIndex={0} className="overflow-x-auto border border-edge bg-sheet p-4 text-[0.875rem]">
                  {stack}
                </pre>
              </details>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

function describe(error: unknown, m: Messages): { status: string; message: string; thrown?: string } {
  if (isRouteErrorResponse(error)) {
    return { status: String(error.status), message: sentenceIn(error.data) || error.statusText }
  }
  const thrown = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return { status: thrown === SERVER_ERROR ? '500' : '', message: m.failed_sentence(), thrown }
}

/** Reads a refusal of ours, a problem document of the server, or plain text. */
function sentenceIn(said: unknown): string | undefined {
  if (typeof said !== 'string') return (said as Partial<Refusal> | null)?.sentence
  try {
    return (JSON.parse(said) as { detail?: string } | null)?.detail
  } catch {
    return said
  }
}
