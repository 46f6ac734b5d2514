import type { Route } from './+types/about'
import { pageHead } from './page-head.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, { title: 'About', description: 'x', path: '/about' })

export default function About() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>About</h1>
      </div>
    </main>
  )
}
