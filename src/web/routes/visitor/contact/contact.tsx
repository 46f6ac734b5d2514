import { countVisits } from '#domain/visits/count.server.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useVisits } from '../counting/use-visits.ts'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs, organisation } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { WayOn } from '../page/way-on.tsx'
import { SampleNote } from '../paper-card/sample-note.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import type { Route } from './+types/contact'
import { ContactCards } from './contact-cards.tsx'
import { ContactMap, MapLinks } from './map.tsx'
import { PhoneMockup } from './phone-mockup.tsx'
import { VisitCount } from './visit-count.tsx'

const NOT_READ = { visits: null, failed: true }

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, contacts } = rootDataOf(matches).centre
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.contact_title(),
    description: m.contact_description({ name, place: contacts.locality }),
    path: '/contact',
    data: (origin, root) => [
      organisation(root),
      breadcrumbs(origin, [{ name: m.contact_title(), path: '/contact' }], languageAt(matches)),
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
  const m = useMessages()
  const visits = useVisits(loaderData.visits)
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="grid gap-y-8 gap-x-12 items-center lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <h1>{m.contact_title()}</h1>
            <p className="opening">{m.contact_opening()}</p>
            <SampleNote />
          </div>
          <PhoneMockup />
        </div>
        <SolvedPart at={1} id="reach" name={m.contact_reach()} marks={m.contact_reach_marks()}>
          <ContactCards />
        </SolvedPart>
        <SolvedPart at={2} id="where" name={m.contact_where()} marks={contacts.locality}>
          <ContactMap />
          <MapLinks />
        </SolvedPart>
        <SolvedPart at={3} id="visits" name={m.contact_visits()} marks={m.contact_visits_marks()}>
          <VisitCount visits={visits} />
        </SolvedPart>
        <WayOn to={['papers', 'plans', 'about']} />
      </div>
    </main>
  )
}
