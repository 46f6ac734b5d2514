import { useEffect, useRef, useState } from 'react'
import { noticesNow } from '#domain/centre/notices-now.ts'
import { type Saying, sayingsOf } from '#domain/centre/testimonial.ts'
import { latestNews, type News } from '#domain/lists/browse.server.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { offerResume } from '#web/start/offers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'
import { ClassBubbles } from '../class-bubbles.tsx'
import { SocialBar } from '../layout/social-bar.tsx'
import { addressOf } from '../lists/list-address.ts'
import { ShownNotices } from '../notices/shown-notices.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { organisation } from '../page/structured-data.ts'
import { Slideshow } from '../slideshow/slideshow.tsx'
import type { Route } from './+types/home'
import { AboutUs } from './about-us.tsx'
import { LatestPapers } from './latest-papers.tsx'
import { NavigationStrip } from './navigation-strip.tsx'
import { Offer } from './offer.tsx'
import { QuestionHead } from './question-head.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

const REVEALED_AT = 0.1

function Testimonials({ sayings, number }: { sayings: Saying[]; number: number }) {
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

/** What is below the window appears once a tenth of it is seen; the rest, and all without JavaScript, at once. */
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

const NOTHING: News = { papers: [], newIds: [], newInWeek: 0 }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: messagesAt(matches).home_title(),
    description: rootDataOf(matches).centre.description,
    path: '/',
    data: (_origin, root) => [organisation(root)],
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const { centre } = await app.centre.read()
  const now = app.clock.now()
  const said = {
    sayings: sayingsOf(centre.testimonials, now, language),
    notices: noticesNow(centre, now, language),
  }
  try {
    return { latest: await latestNews(app), failed: false, ...said }
  } catch (error) {
    failed(error, 'The latest papers could not be read')
    return { latest: NOTHING, failed: true, ...said }
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () => ({
    latest: NOTHING,
    failed: true,
    sayings: [],
    notices: null,
  }))
}

export default function Home({ loaderData: { latest, failed, sayings, notices } }: Route.ComponentProps) {
  useEffect(offerResume, [])
  return (
    <>
      <ShownNotices notices={notices} linkTo={(of) => addressOf('/practice', of)} />
      <main id="content" className="home">
        <NavigationStrip />
        <SocialBar />
        <Hero />
        <HomeSections latest={failed ? null : latest} sayings={sayings} />
        <Slideshow />
      </main>
    </>
  )
}

function HomeSections({ latest, sayings }: { latest: News | null; sayings: Saying[] }) {
  return (
    <>
      <div className="stretch wrap">
        <div className="ruled">
          <LatestPapers latest={latest} number={1} />
          <AboutUs number={2} />
          <Offer number={3} />
        </div>
      </div>
      <WhyChooseUs number={4} />
      {sayings.length > 0 && (
        <div className="stretch wrap">
          <div className="ruled">
            <Testimonials sayings={sayings} number={5} />
          </div>
        </div>
      )}
    </>
  )
}

function Hero() {
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
              <Icon name="tick" size={18} />
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
        <Illustration name="exam-sheet" className="md:hidden" />
        <Illustration name="hero" className="max-md:hidden" />
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
