import { countVisits } from '#domain/visits/count.server.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import type { Route } from './+types/contact'
import './contact.css'
import './contact-cards.css'
import { pageHead } from '../page/page-head.ts'
import { SampleNote } from '../paper-card/sample-note.tsx'
import { ContactCards } from './contact-cards.tsx'
import { ContactMap, MapLinks } from './map.tsx'
import { PhoneMockup } from './phone-mockup.tsx'
import '../paper-card/solved.css'
import { useVisits } from '../counting/use-visits.ts'
import { breadcrumbs, organisation } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import { VisitCount } from './visit-count.tsx'

const NOT_READ = { visits: null, failed: true }

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, contacts } = rootDataOf(matches).centre
  return pageHead(matches, {
    title: 'Contact Us',
    description: `Call, write to or visit ${name} in ${contacts.locality}: phone, WhatsApp, email, postal address, hours and a map.`,
    path: '/contact',
    data: (origin, root) => [
      organisation(root),
      breadcrumbs(origin, [{ name: 'Contact Us', path: '/contact' }]),
    ],
  })
}

export async function loader({
  context,
}: Route.LoaderArgs): Promise<{ visits: number | null; failed: boolean }> {
  const { app, failed } = context.get(pageContext)
  try {
    return { visits: await countVisits(app), failed: false }
  } catch (error) {
    failed(error, 'Visits could not be read')
    return NOT_READ
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await survive(serverLoader, () => NOT_READ)
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { contacts } = useCentre()
  const visits = useVisits(loaderData.visits)
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="grid gap-y-8 gap-x-12 items-center lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <h1>Contact Us</h1>
            <p className="opening">
              A doubt about a paper, a class or a plan: ask a teacher, not a form. Call in our hours, write
              when you like, or come by with the paper in your hand.
            </p>
            <SampleNote />
          </div>
          <PhoneMockup />
        </div>
        <SolvedPart at={1} id="reach" name="Write, call or come" marks="4 ways">
          <ContactCards />
        </SolvedPart>
        <SolvedPart at={2} id="where" name="Where we are" marks={contacts.locality}>
          <ContactMap />
          <MapLinks />
        </SolvedPart>
        <SolvedPart at={3} id="visits" name="Who else was here" marks="visits">
          <VisitCount visits={visits} />
        </SolvedPart>
        <WayOn to={['papers', 'plans', 'about']} />
      </div>
    </main>
  )
}
