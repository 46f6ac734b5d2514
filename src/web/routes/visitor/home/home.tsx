import { latestPapers } from '#domain/catalogue/browse.server.ts'
import type { Paper } from '#domain/catalogue/paper.ts'
import { sayingsOf } from '#domain/centre/testimonial.ts'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { pageHead } from '../page-head.ts'
import { Slideshow } from '../slideshow.tsx'
import { SocialBar } from '../social-bar.tsx'
import { organisation } from '../structured-data.ts'
import { survive } from '../survive-network.ts'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import './home-top.css'
import { HomeSections } from './home-sections.tsx'
import { NavigationStrip } from './navigation-strip.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'Question papers with answers',
    description: site.description,
    path: '/',
    data: (origin) => [organisation(origin)],
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = context.get(pageContext)
  const sayings = sayingsOf(site.testimonials, app.clock.now())
  try {
    return { latest: await latestPapers(app), failed: false, sayings }
  } catch (error) {
    app.log.error({ err: error }, 'The latest papers could not be read')
    return { latest: [], failed: true, sayings }
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await survive(serverLoader, () => ({
    latest: [] as Paper[],
    failed: true,
    sayings: sayingsOf(site.testimonials, new Date()),
  }))
}

export default function Home({ loaderData: { latest, failed, sayings } }: Route.ComponentProps) {
  return (
    <main id="content">
      <NavigationStrip />
      <Hero />
      <SocialBar />
      <HomeSections latest={failed ? null : latest} sayings={sayings} />
      <Slideshow />
    </main>
  )
}
