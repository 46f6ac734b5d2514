import type { FocusEvent } from 'react'
import { panelTexts } from '#domain/centre/translations/offer-texts.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Marked, useFillIn } from '../page/marked.tsx'
import illustrations from './panels.svg?url'
import { QuestionHead } from './question-head.tsx'

export function WhyChooseUs({ number }: { number: number }) {
  const m = useMessages()
  const fillIn = useFillIn()
  const langOf = useTextLang()
  const language = useLanguage()
  const panels = useCentre().reasons ?? panelTexts(language)
  const letters = [...m.panels_letters()]
  return (
    <section className="why" aria-labelledby="why-choose-us">
      <div className="stretch wrap pb-8">
        <div className="ruled">
          <QuestionHead
            id="why-choose-us"
            number={number}
            heading={m.panels_heading()}
            marks={m.panels_marks({ count: panels.length })}
          />
        </div>
      </div>
      <div className="panels">
        {panels.map((panel, at) => (
          <article
            key={panel.kind}
            className={`why-panel why-${panel.kind}`}
            data-foot={`[${m.panels_turn_over()}`}
            aria-labelledby={`why-${panel.kind}`}
            onFocus={uncover}
          >
            <div className="wrap">
              <div className="ruled">
                <div className="why-sheet">
                  <div className="why-words question">
                    <span className="number" aria-hidden="true">
                      ({letters[at]})
                    </span>
                    <h3 id={`why-${panel.kind}`} lang={langOf(panel.name)}>
                      {panel.name}
                    </h3>
                    <p className="why-text" lang={langOf(panel.short)}>
                      <Marked text={panel.short} />
                    </p>
                    <ul className="why-points">
                      {panel.points.map((point) => (
                        <li key={point} lang={langOf(point)}>
                          <Icon name="tick" />
                          {fillIn(point)}
                        </li>
                      ))}
                    </ul>
                    <Link className="button button-line" to="/pricing" aria-describedby={`why-${panel.kind}`}>
                      {withNodes((node) =>
                        m.panels_learn_more({
                          hidden: node(<span className="sr-only">{m.panels_learn_more_hidden()}</span>),
                        }),
                      )}
                    </Link>
                  </div>
                  <svg className="why-illustration" viewBox="0 0 440 380" aria-hidden="true">
                    <use href={`${illustrations}#${panel.kind}`} />
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
  if (covered > 1) window.scrollBy({ top: topWithoutSticky(panel) - Number.parseFloat(top) })
}

function topWithoutSticky(panel: Element) {
  const pile = panel.parentElement
  let top = pile?.getBoundingClientRect().top ?? 0
  for (const sheet of pile?.children ?? []) {
    if (sheet === panel) break
    top += sheet.getBoundingClientRect().height
  }
  return top
}
