import { useEffect, useRef } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import { isSitePicture } from '#domain/centre/pictures/site-picture.ts'
import { withoutLanguage } from '#domain/language/languages.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { Marked } from '../page/marked.tsx'
import { openSlideshow } from './slideshow-opening.ts'

type Slide = Centre['slideshow']['slides'][number]

/** Only its markup, so that it opens and turns before hydration: what moves it is in turn-slides.ts. */
export function Slideshow() {
  const { opens, slides } = useCentre().slideshow
  const m = useMessages()
  const langOf = useTextLang()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => openSlideshow(dialog.current), [])
  return (
    <dialog
      ref={dialog}
      className="slideshow"
      tabIndex={-1}
      aria-labelledby="slideshow-name"
      data-opens={opens}
    >
      <div className="slideshow-sheet">
        <div className="slideshow-head">
          <p id="slideshow-name">{m.slides_heading()}</p>
          <span aria-hidden="true" suppressHydrationWarning>
            {slides.length > 1 && `[${m.slides_at({ at: 1, count: slides.length })}]`}
          </span>
          <button type="button" className="icon-button" aria-label={m.slides_close()}>
            <Icon name="close" />
          </button>
        </div>
        <div className="slides" aria-live="off">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a set of fields
            <div
              key={slide.title}
              className="slide"
              role="group"
              aria-roledescription={m.slides_slide()}
              aria-label={m.slides_at({ at: index + 1, count: slides.length })}
              data-shown={index === 0 ? '' : undefined}
            >
              <div className="slide-picture graph-paper">
                <Picture picture={slide.picture} />
              </div>
              <div className="slide-words">
                <h2 lang={langOf(slide.title)}>{slide.title}</h2>
                <p lang={langOf(slide.text)}>
                  <Marked text={slide.text} />
                </p>
                <Link
                  className={leadsToPapers(slide.link) ? 'button' : 'button button-line'}
                  to={slide.link}
                  lang={langOf(slide.action)}
                >
                  {slide.action}
                </Link>
              </div>
            </div>
          ))}
        </div>
        {slides.length > 1 && <Turns slides={slides} />}
      </div>
    </dialog>
  )
}

/** Only what leads to papers is filled. */
function leadsToPapers(path: string) {
  return /^\/(practice|resources|papers|search|list)\b/.test(withoutLanguage(path))
}

/** What turns them by hand, and stops them. */
function Turns({ slides }: { slides: Slide[] }) {
  const m = useMessages()
  return (
    <div className="slide-turns">
      <button type="button" className="icon-button" aria-label={m.slides_before()} data-step="-1">
        <Icon name="left" />
      </button>
      {slides.map((slide, index) => (
        <button
          key={slide.title}
          type="button"
          className="bubble"
          aria-label={m.slides_go_to({ number: index + 1, title: slide.title })}
          aria-current={index === 0 || undefined}
        >
          <span>{index + 1}</span>
        </button>
      ))}
      <button type="button" className="icon-button" aria-label={m.slides_next()} data-step="1">
        <Icon name="right" />
      </button>
      <PauseButton />
    </div>
  )
}

function Picture({ picture }: { picture: Slide['picture'] }) {
  if (typeof picture === 'string') return <Illustration name={picture} />
  return (
    <>
      {isSitePicture(picture) ? (
        <SitePicture
          picture={picture}
          use="slide"
          alt={picture.alt}
          sizes="(min-width: 40rem) 22rem, 17rem"
        />
      ) : (
        <img {...picture} alt={picture.alt} loading="lazy" decoding="async" />
      )}
      <Illustration name="papers" className="hidden" />
    </>
  )
}
