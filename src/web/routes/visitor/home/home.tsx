import { useEffect } from 'react'
import { noticesNow } from '#domain/centre/notices/notices-now.ts'
import { sayingsOf } from '#domain/centre/testimonial.ts'
import { latestNews, type News } from '#domain/lists/news.server.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { offerResume } from '#web/start/offer-resume.ts'
import { SocialBar } from '../layout/social-bar.tsx'
import { addressOf } from '../lists/list-address.ts'
import { ShownNotices } from '../notices/shown-notices.tsx'
import { pageHead } from '../page/page-head.ts'
import { organisation } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { Slideshow } from '../slideshow/slideshow.tsx'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import { HomeSections } from './home-sections.tsx'
import { NavigationStrip } from './navigation-strip/navigation-strip.tsx'

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
  return await survive(serverLoader, () => ({
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
