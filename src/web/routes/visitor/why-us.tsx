import type { Route } from './+types/why-us'
import { pageHead } from './page-head.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, { title: 'Why Us', description: 'x', path: '/why-us' })

export default function WhyUs() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Why Us</h1>
      </div>
    </main>
  )
}
