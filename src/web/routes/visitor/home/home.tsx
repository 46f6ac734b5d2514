import { latestPapers } from '#domain/catalogue/browse.server.ts'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { pageHead } from '../page-head.ts'
import { Slideshow } from '../slideshow.tsx'
import { SocialBar } from '../social-bar.tsx'
import { organisation } from '../structured-data.ts'
import type { Route } from './+types/home'
import { Hero } from './hero.tsx'
import './home-top.css'
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
  return { latest: await latestPapers(app) }
}

export default function Home() {
  return (
    <main id="content">
      <NavigationStrip />
      <Hero />
      <SocialBar />
      <Slideshow />
    </main>
  )
}
