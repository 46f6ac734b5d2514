import { Link } from 'react-router'
import { BOARDS_COVERED, CLASSES_COVERED, EXAMS_COVERED } from '#domain/paper/coverage-words.ts'
import { site } from '#site'
import { Drawing } from '#web/ui/drawing.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'
import { ClassBubbles } from '../class-bubbles/class-bubbles.tsx'
import { addressOf } from '../lists/list-address.ts'

const PROMISES = ['No sign-in', 'No ads', 'We never ask your number']

export function Hero() {
  return (
    <section className="hero graph-paper" aria-labelledby="tagline">
      <div className="wrap">
        <div>
          <h1 id="tagline">
            {site.tagline} <RotatingPhrase phrases={site.phrases} turn="swept" />
          </h1>
          <p className="lead">
            Question papers with answers for {BOARDS_COVERED} {CLASSES_COVERED}, {EXAMS_COVERED}.
          </p>
          <ClassBubbles linkTo={(next) => addressOf('/practice', next)} />
          <p className="actions">
            <Link className="button" to="/practice">
              Free question papers
            </Link>
            <Link className="button button-line" to="/pricing">
              See the plans
            </Link>
          </p>
          <div className="promises">
            <ul>
              {PROMISES.map((promise) => (
                <li key={promise}>
                  <Mark name="tick" size={18} />
                  {promise}
                </li>
              ))}
            </ul>
            <PauseButton />
          </div>
        </div>
        <Drawing name="hero" className="w-full" />
      </div>
    </section>
  )
}
