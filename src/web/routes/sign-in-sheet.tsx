import { Toasts } from '#web/ui/toasts.tsx'

type SignInSheetProps = { title: string; lead?: string; children: React.ReactNode }

/** The page around what an administrator types to get in. */
export function SignInSheet({ title, lead, children }: SignInSheetProps) {
  return (
    <main id="content" className="page graph-paper grid items-center">
      <div className="wrap grid items-end justify-center md:grid-cols-[1fr_26rem] md:gap-10 lg:gap-20">
        <DeskIllustration className="mx-auto h-20 w-auto md:h-auto md:w-full md:max-w-lg" />
        <div className="admin-sheet max-md:max-w-lg">
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

function DeskIllustration({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 420 360"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 338h404" />
      <g fill="var(--sheet)">
        <circle cx="74" cy="74" r="46" />
        <circle cx="74" cy="74" r="38" />
        <path d="M74 40v6M74 102v6M40 74h6M102 74h6" />
        <path d="M74 74V50M74 74l17 10" strokeWidth="3" />
        <circle cx="74" cy="74" r="2.5" fill="var(--margin-red)" stroke="var(--margin-red)" />
      </g>
      <g fill="var(--sheet)">
        <path d="M118 330 98 84l168-14 21 246Z" transform="rotate(-5 190 200)" />
        <path d="M122 334V88h170v246Z" transform="rotate(-1.5 200 210)" />
      </g>
      <g transform="rotate(3 210 210)">
        <path d="M124 78h140l34 34v222H124Z" fill="var(--sheet)" />
        <path d="M264 78v34h34" />
        <path d="M154 79v254" stroke="var(--margin-red)" strokeWidth="1.5" />
        <path d="M134 128h12M134 204h12M134 284h12" />
        <path
          d="M170 108h70M170 124h104M170 270h104M170 286h82M170 302h94"
          stroke="var(--edge)"
          strokeWidth="4"
        />
        <path d="M172 318h58" stroke="var(--mark)" strokeWidth="11" strokeLinecap="butt" />
        <path d="M172 144h108v104H172Z" stroke="var(--edge)" />
        <path d="M172 222h108M214 144v104" />
        <path d="M180 152c14 92 52 92 66 0" stroke="var(--pen)" strokeWidth="3" />
        <circle cx="213" cy="221" r="3.5" fill="var(--margin-red)" stroke="none" />
        <path d="m252 312 10 10 22-26" stroke="var(--ticked)" strokeWidth="4" />
      </g>
      <g fill="var(--sheet)">
        <path d="M18 338h112L18 214Z" />
        <path d="M40 316h42l-42-46Z" />
        <path d="M18 232h6M18 248h10M18 264h6M18 280h10M18 296h6M18 312h10" />
      </g>
      <g>
        <path d="M350 158v-18M350 176l-26 160M350 176l34 160" strokeWidth="3" />
        <circle cx="350" cy="168" r="9" fill="var(--sheet)" />
        <path d="M336 262c12 6 24 6 33 1" />
      </g>
    </svg>
  )
}
