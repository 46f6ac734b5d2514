import type { FocusEvent } from 'react'
import { Link } from 'react-router'
import type { PublicCentre } from '#domain/centre/centre.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import { BOARDS_COVERED, CLASSES_COVERED, EXAMS_COVERED } from '../../page/coverage-words.ts'
import drawings from '../panels.svg?url'
import { QuestionHead } from '../question-head.tsx'
import './why-choose-us.css'
import './why-grounds.css'

const panelsOf = ({ claims, plans }: PublicCentre) => [
  {
    id: 'expertise',
    name: 'Expertise',
    text: `Our teaching team has over ${claims.years} years of experience. We know how a question is set, where students slip, and how a step earns its mark.`,
    points: [`${BOARDS_COVERED}, ${CLASSES_COVERED}`, EXAMS_COVERED, 'A teacher answers in the chat'],
  },
  {
    id: 'quality',
    name: 'Quality',
    text: 'A paper is worth your evening only when it reads like the real one. What a sheet holds stands on its front, before you open it.',
    points: [
      'Class, subject, month and year on each',
      'Stamped ANSWERS where there are answers',
      'Pages and size told before the tap',
    ],
  },
  {
    id: 'convenience',
    name: 'Convenience',
    text: 'From this page it is two taps to the first question, on the bus as well as at the desk. No sign-in, no ads, and we never ask your number.',
    points: ['Opens on an old phone', 'Found by class, subject, year or any word', 'Free to open, every day'],
  },
  {
    id: 'success',
    name: 'Success-Oriented',
    text: 'Marks come from practice under the clock, and from looking at what went wrong. Sit one paper, check each step, sit the next.',
    points: [
      `${plans.mon.papers} in ${plans.mon.lasts}`,
      `${plans.ann.papers} in ${plans.ann.lasts}`,
      `${plans.features.join(' and ')} with every plan`,
    ],
  },
]

export function WhyChooseUs({ number }: { number: number }) {
  const panels = panelsOf(useCentre())
  return (
    <section className="why" aria-labelledby="why-choose-us">
      <div className="stretch wrap pb-8">
        <div className="ruled">
          <QuestionHead id="why-choose-us" number={number} heading="Why Choose Us" marks="4 answers" />
        </div>
      </div>
      <div className="panels">
        {panels.map((panel, at) => (
          <article
            key={panel.id}
            className={`why-panel why-${panel.id}`}
            aria-labelledby={`why-${panel.id}`}
            onFocus={uncover}
          >
            <div className="wrap">
              <div className="ruled">
                <div className="why-sheet">
                  <div className="why-words question">
                    <span className="number" aria-hidden="true">
                      ({'abcd'[at]})
                    </span>
                    <h3 id={`why-${panel.id}`}>{panel.name}</h3>
                    <p className="why-text">{panel.text}</p>
                    <ul className="why-points">
                      {panel.points.map((point) => (
                        <li key={point}>
                          <Mark name="tick" />
                          {point}
                        </li>
                      ))}
                    </ul>
                    <Link className="button button-line" to="/pricing" aria-describedby={`why-${panel.id}`}>
                      Learn more<span className="sr-only"> about plans and prices</span>
                    </Link>
                  </div>
                  <svg className="why-drawing" viewBox="0 0 440 380" aria-hidden="true">
                    <use href={`${drawings}#${panel.id}`} />
                  </svg>
                </div>
              </div>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

/** A focused sheet may be covered by later sticky ones: scrolls back to where it was on top. */
function uncover({ currentTarget: panel }: FocusEvent<HTMLElement>) {
  const next = panel.nextElementSibling
  const { position, top } = getComputedStyle(panel)
  if (position !== 'sticky' || !next) return
  const covered = panel.getBoundingClientRect().bottom - next.getBoundingClientRect().top
  if (covered > 1) window.scrollBy({ top: topUnstuck(panel) - Number.parseFloat(top) })
}

function topUnstuck(panel: Element) {
  const pile = panel.parentElement
  let top = pile?.getBoundingClientRect().top ?? 0
  for (const sheet of pile?.children ?? []) {
    if (sheet === panel) break
    top += sheet.getBoundingClientRect().height
  }
  return top
}
