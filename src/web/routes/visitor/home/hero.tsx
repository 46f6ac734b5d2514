import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Drawing } from '#web/ui/drawing.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'
import { ClassBubbles } from '../class-bubbles/class-bubbles.tsx'
import { addressOf } from '../lists/list-address.ts'

export function Hero() {
  const { tagline, phrases } = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  const promises = [m.home_promise_sign_in(), m.home_promise_ads(), m.home_promise_number()]
  const widestLine = Math.max(...[tagline, ...phrases].map(widthOf))
  return (
    <section className="hero graph-paper" aria-labelledby="tagline">
      <div className="wrap">
        <h1 id="tagline" lang={langOf(tagline)} data-letters={lettersOf(widestLine)}>
          {tagline} <RotatingPhrase phrases={phrases} turn="swept" />
        </h1>
        <div className="actions">
          <Link className="button" to="/practice">
            {m.list_free_papers()}
          </Link>
          <Link className="button button-line" to="/pricing">
            {m.way_on_plans()}
          </Link>
        </div>
        <ul className="promises">
          {promises.map((promise) => (
            <li key={promise}>
              <Mark name="tick" size={18} />
              {promise}
            </li>
          ))}
        </ul>
        <p className="lead max-md:hidden">{m.home_lead()}</p>
        {/* On a phone one line says what is promised as well. */}
        <p className="lead md:hidden">
          <b>{m.home_choose()}</b> {m.practice_lede()}
        </p>
        <ClassBubbles linkTo={(next) => addressOf('/practice', next)} />
        <Drawing name="exam-sheet" className="md:hidden" />
        <Drawing name="hero" className="max-md:hidden" />
      </div>
    </section>
  )
}

/** Wider lines are written smaller, so that each stays one line of the window. */
function lettersOf(widest: number) {
  if (widest <= 26) return undefined
  return widest <= 37 ? 'many' : 'most'
}

/** In small Latin letters; signs above and below a letter take no room. */
function widthOf(line: string) {
  return [...line.replace(/\p{Mn}/gu, '')].reduce(
    (width, letter) => width + (/[a-z ]/.test(letter) ? 1 : 1.5),
    0,
  )
}
