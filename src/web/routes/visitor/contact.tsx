import type { Route } from './+types/contact'
import { pageHead } from './page-head.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, { title: 'Contact Us', description: 'x', path: '/contact' })

export default function Contact() {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Contact Us</h1>
      </div>
    </main>
  )
}
