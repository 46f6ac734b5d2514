import { useEffect, useRef, useState } from 'react'
import type { Saying } from '#domain/centre/testimonial.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { QuestionHead } from '../question-head.tsx'

const REVEALED_AT = 0.1

export function Testimonials({ sayings, number }: { sayings: Saying[]; number: number }) {
  const m = useMessages()
  return (
    <section className="home-section" aria-labelledby="others">
      <QuestionHead
        id="others"
        number={number}
        heading={m.testimonials_heading()}
        marks={m.testimonials_marks({ count: sayings.length })}
      />
      <ul className="grid gap-y-7 gap-x-6 md:grid-cols-[1fr_1fr] xl:grid-cols-[repeat(3,1fr)] xl:gap-y-9 xl:gap-x-7">
        {sayings.map((saying) => (
          <Slip key={saying.text} saying={saying} />
        ))}
      </ul>
    </section>
  )
}

function Slip({ saying }: { saying: Saying }) {
  const [slip, state] = useReveal()
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <li ref={slip} className="slip" data-reveal={state}>
      <figure className="slip-paper">
        <blockquote lang={langOf(saying.text)}>{saying.text}</blockquote>
        <figcaption>
          {saying.portrait && (
            <SitePicture
              picture={saying.portrait}
              use="portrait"
              alt=""
              sizes="48px"
              className="slip-portrait"
            />
          )}
          <b lang={langOf(saying.name)}>{saying.name}</b> <time dateTime={saying.date}>{saying.ago}</time>
        </figcaption>
      </figure>
      {saying.sample && <span className="stamp stamp-sample">{m.testimonials_sample()}</span>}
    </li>
  )
}

/** What lies below the window appears once a tenth of it is seen; the rest, and all without JavaScript, at once. */
function useReveal() {
  const element = useRef<HTMLLIElement>(null)
  const [state, setState] = useState<'waiting' | 'shown' | undefined>()
  useEffect(() => {
    if (!element.current) return
    let isFirst = true
    const watcher = new IntersectionObserver(
      ([entry]) => {
        const isSeen = (entry?.intersectionRatio ?? 0) >= REVEALED_AT
        if (isSeen) watcher.disconnect()
        if (isSeen && isFirst) return
        isFirst = false
        setState(isSeen ? 'shown' : 'waiting')
      },
      { threshold: REVEALED_AT },
    )
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [])
  return [element, state] as const
}
