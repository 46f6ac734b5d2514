import { Link } from 'react-router'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { KeptLink } from '../keeping/kept-link.tsx'

export const NONE_HERE = 'No papers here yet. Look into another class or year meanwhile.'
const FAILED = 'The papers could not be read just now. They are safe; try again in a moment.'

export function NoPapers({
  failed,
  home,
  none = NONE_HERE,
  sentence = FAILED,
}: {
  failed: boolean
  home: string
  none?: string
  sentence?: string
}) {
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptySheet mark={failed ? '!' : '?'} />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty font-semibold text-xl leading-snug">
          {failed ? sentence : none}
        </p>
        {failed && (
          <Link className="button" to={home} reloadDocument>
            Try again
          </Link>
        )}
        {failed && <KeptLink />}
      </div>
    </div>
  )
}
