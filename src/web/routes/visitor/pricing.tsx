import type { Route } from './+types/pricing'
import { pageHead } from './page-head.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, { title: 'Plans We Offer', description: 'x', path: '/pricing' })

export default function Pricing() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Plans We Offer</h1>
      </div>
    </main>
  )
}
