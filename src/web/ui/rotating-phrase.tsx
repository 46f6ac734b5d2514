import { useEffect, useRef } from 'react'
import { formatsOf } from '#domain/language/formats.ts'
import { useLanguage, useTextLang } from '#web/language/use-messages.ts'
import { rotatePhrases } from './rotate-phrases.ts'

/** Alternates phrases in one place; without JavaScript the first stays. A screen reader hears all of them once. */
export function RotatingPhrase({ phrases, turn }: { phrases: readonly string[]; turn: 'swept' | 'faded' }) {
  const formats = formatsOf(useLanguage())
  const langOf = useTextLang()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => (place.current ? rotatePhrases(place.current) : undefined), [])
  return (
    <>
      <span className="sr-only" lang={langOf(phrases.join())}>
        {formats.list([...phrases])}
      </span>
      <span ref={place} className="phrases" aria-hidden="true">
        {phrases.map((phrase, index) => (
          <span
            key={phrase}
            className={`phrase phrase-${turn}`}
            lang={langOf(phrase)}
            data-shown={index === 0 ? '' : undefined}
          >
            <span>{phrase}</span>
          </span>
        ))}
      </span>
    </>
  )
}
