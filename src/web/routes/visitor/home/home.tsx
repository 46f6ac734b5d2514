import { sayingsOf } from '#domain/centre/testimonial.ts'
import { latestNews, type News } from '#domain/lists/news.server.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { SocialBar } from '../layout/social-bar.tsx'
import { pageHead } from '../page/page-head.ts'
import { organisation } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { Slideshow } from '../slideshow/slideshow.tsx'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import './home-top.css'
import { HomeSections } from './home-sections.tsx'
import { NavigationStrip } from './navigation-strip/navigation-strip.tsx'

const NOTHING: News = { papers: [], newIds: [], newInWeek: 0 }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'Question papers with answers',
    description: rootDataOf(matches).centre.description,
    path: '/',
    data: (_origin, root) => [organisation(root)],
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { app, failed } = context.get(pageContext)
  const { testimonials } = (await app.centre.read()).centre
  const sayings = sayingsOf(testimonials, app.clock.now())
  try {
    return { latest: await latestNews(app), failed: false, sayings }
  } catch (error) {
    failed(error, 'The latest papers could not be read')
    return { latest: NOTHING, failed: true, sayings }
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await survive(serverLoader, () => ({
    latest: NOTHING,
    failed: true,
    sayings: [],
  }))
}

export default function Home({ loaderData: { latest, failed, sayings } }: Route.ComponentProps) {
  return (
    <main id="content" className="home">
      <NavigationStrip />
      <SocialBar />
      <Hero />
      <HomeSections latest={failed ? null : latest} sayings={sayings} />
      <Slideshow />
    </main>
  )
}
