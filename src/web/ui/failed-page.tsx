import { isRouteErrorResponse } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Step } from './breadcrumbs.tsx'
import { EmptySheet } from './empty-sheet.tsx'

/** The data of a thrown response: what happened, and links to what there is instead. */
export type Refusal = { sentence: string; offers: Step[] | 'all lists' }

export function FailedPage({
  error,
  showStack,
  children,
}: {
  error: unknown
  showStack: boolean
  children: React.ReactNode
}) {
  const m = useMessages()
  const { status, message } = describe(error, m)
  return (
    <div className="wrap">
      <div className="ruled">
        <div className="instead">
          <EmptySheet mark={status === '404' ? '?' : '!'} />
          <div className="grid min-w-0 justify-items-start gap-4">
            <h1 className="text-[clamp(1.75rem,1.3rem+2.2vw,3.25rem)]">{m.failed_heading()}</h1>
            <p className="max-w-[48ch] text-xl/[1.4] text-pretty">
              {status && <span className="score">{status}</span>} {message}
            </p>
            {children}
          </div>
        </div>
      </div>
      {showStack && error instanceof Error && error.stack && (
        <pre className="mt-8 overflow-x-auto border border-edge bg-sheet p-4 text-[0.875rem]">
          {error.stack}
        </pre>
      )}
    </div>
  )
}

function describe(error: unknown, m: Messages): { status: string; message: string } {
  if (isRouteErrorResponse(error)) {
    return { status: String(error.status), message: sentenceIn(error.data) || error.statusText }
  }
  return {
    status: '',
    message: m.failed_sentence(),
  }
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
