import { DeskDrawing } from '#web/ui/desk-drawing.tsx'
import { Toasts } from '#web/ui/toasts/toasts.tsx'

type SignInSheetProps = { title: string; lead?: string; children: React.ReactNode }

/** The page around what an administrator types to get in. */
export function SignInSheet({ title, lead, children }: SignInSheetProps) {
  return (
    <main id="content" className="page graph-paper grid items-center">
      <div className="wrap grid items-end justify-center md:grid-cols-[1fr_26rem] md:gap-10 lg:gap-20">
        <DeskDrawing className="mx-auto h-20 w-auto md:h-auto md:w-full md:max-w-lg" />
        <div className="desk-sheet max-md:max-w-lg">
          <h1 className={`${lead ? 'mb-1' : 'mb-4'} text-[1.75rem] md:text-4xl`}>{title}</h1>
          {lead && <p className="mb-5 text-quiet leading-snug">{lead}</p>}
          {children}
        </div>
      </div>
      <Toasts />
    </main>
  )
}

export function BackToSignIn() {
  return (
    <p className="mt-4">
      <a className="action" href="/login">
        <span className="sweeps">Back to the sign-in</span>
      </a>
    </p>
  )
}
