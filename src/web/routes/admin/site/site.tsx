import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PreviewPath } from '#domain/centre/preview.ts'
import { deskHead } from '../desk-head.ts'
import { useDesk } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { ExamsGroup } from './exam-calendar/exams-group.tsx'
import { isWithin } from './fields/faults.ts'
import { fieldIn, readFocused } from './fields/field-in.ts'
import { SiteDeskContext } from './fields/site-desk.ts'
import { AnnouncementsGroup } from './groups/announcements-group.tsx'
import { CentreGroup, HomeGroup } from './groups/centre-groups.tsx'
import { ColoursGroup } from './groups/colours-group.tsx'
import { ChannelsGroup, ContactsGroup } from './groups/contacts-group.tsx'
import { PlansGroup, SlidesGroup } from './groups/lists-groups.tsx'
import { TestimonialsGroup } from './groups/testimonials-group.tsx'
import { OfferGroup, QuestionsGroup, ReasonsGroup } from './groups/texts-groups.tsx'
import { Parts } from './parts.tsx'
import { type PreviewSize, SitePreview } from './preview/site-preview.tsx'
import { ChangedMeanwhile, DraftNote, PublishChanges } from './publish-changes.tsx'
import { SiteFile } from './site-file.tsx'
import { SiteHistory } from './site-history.tsx'
import { type SiteDesk, useSite } from './use-site.ts'
import './site.css'

export const meta = deskHead('Site')

type Group = {
  id: string
  name: string
  /** What of the document it holds. */
  fields: string[]
  /** The page that shows it best. */
  shown: PreviewPath
  Fields: React.ComponentType
}

const GROUPS: Group[] = [
  {
    id: 'centre',
    name: 'The centre',
    fields: ['name', 'place', 'description', 'stateBoard', 'claims', 'credit'],
    shown: '/about',
    Fields: CentreGroup,
  },
  {
    id: 'contacts',
    name: 'Contact and hours',
    fields: ['contacts', 'position'],
    shown: '/contact',
    Fields: ContactsGroup,
  },
  { id: 'channels', name: 'Channels', fields: ['channels'], shown: '/', Fields: ChannelsGroup },
  {
    id: 'home',
    name: 'Home',
    fields: ['tagline', 'phrases', 'banner', 'pictures.about'],
    shown: '/',
    Fields: HomeGroup,
  },
  {
    id: 'announcements',
    name: 'Announcements',
    fields: ['announcements'],
    shown: '/',
    Fields: AnnouncementsGroup,
  },
  { id: 'exams', name: 'Exam dates', fields: ['exams'], shown: '/practice', Fields: ExamsGroup },
  { id: 'slides', name: 'Slides', fields: ['slideshow'], shown: '/', Fields: SlidesGroup },
  {
    id: 'testimonials',
    name: 'Testimonials',
    fields: ['testimonials'],
    shown: '/',
    Fields: TestimonialsGroup,
  },
  { id: 'offer', name: 'Offer', fields: ['offer'], shown: '/', Fields: OfferGroup },
  { id: 'reasons', name: 'Why us', fields: ['reasons'], shown: '/why-us', Fields: ReasonsGroup },
  { id: 'questions', name: 'Questions', fields: ['questions'], shown: '/about', Fields: QuestionsGroup },
  { id: 'plans', name: 'Plans', fields: ['plans'], shown: '/pricing', Fields: PlansGroup },
  {
    id: 'colours',
    name: 'Colours and logo',
    fields: ['colours', 'pictures.logo'],
    shown: '/',
    Fields: ColoursGroup,
  },
]
const HISTORY: Group = { id: 'history', name: 'History', fields: [], shown: '/', Fields: () => null }

export default function SitePage() {
  const desk = useSite()
  const { published, failure } = desk
  return (
    <div className="ruled grid gap-6">
      <div className="grid gap-2">
        <h1>Site</h1>
        <p className="max-w-[60ch] max-md:hidden">
          What the site says of your centre. Nothing is seen by anybody before you publish it; then all of it
          is live at once.
        </p>
      </div>
      {failure && !published && <LoadFailed sentence={failure} onRetry={desk.load} />}
      {!published && !failure && (
        <div role="status">
          <span className="sr-only">Reading what the site says …</span>
          <div className="skeleton mb-5 h-12" />
          <div className="desk-sheet skeleton h-96" />
        </div>
      )}
      {published?.locked && <p className="desk-sheet desk-note">{published.locked}</p>}
      {published && !published.locked && <SiteForm desk={desk} />}
    </div>
  )
}

function SiteForm({ desk }: { desk: SiteDesk }) {
  const { now } = useDesk()
  const [parameters, setParameters] = useSearchParams()
  const [size, setSize] = useState<PreviewSize>('phone')
  const form = useRef<HTMLFormElement>(null)
  const goingTo = useRef<string>(null)
  const latest = useRef(desk)
  latest.current = desk
  // The router draws the group in its own time.
  useEffect(focusOnWrong)
  const group = [...GROUPS, HISTORY].find(({ id }) => id === parameters.get('group')) ?? GROUPS[0] ?? HISTORY

  const show = (id: string) => setParameters({ group: id }, { replace: true, preventScrollReset: true })

  async function publish() {
    readFocused(form.current)
    const wrong = await latest.current.publish()
    if (wrong === null) return
    goingTo.current = wrong
    const owner = GROUPS.find(({ fields }) => fields.some((field) => isWithin(wrong, field)))
    if (owner && owner.id !== group.id) show(owner.id)
    else focusOnWrong()
  }

  function focusOnWrong() {
    const field = goingTo.current && fieldIn(form.current, goingTo.current)
    if (!field) return
    goingTo.current = null
    field.focus()
  }

  return (
    <SiteDeskContext value={desk}>
      <Parts
        parts={[...GROUPS, HISTORY].map(({ id, name, fields }) => ({
          ...{ id, name, mark: marksOf(desk, fields) },
          isOpen: id === group.id,
        }))}
      />
      <DraftNote desk={desk} />
      <ChangedMeanwhile desk={desk} />
      <div className="site-beside" data-preview={group === HISTORY ? 'none' : size}>
        <form
          ref={form}
          noValidate
          aria-label={group.name}
          className="desk-sheet grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            void publish()
          }}
        >
          <h2 className="text-[1.375rem]">{group.name}</h2>
          {group === HISTORY ? (
            <>
              <SiteHistory now={now} version={desk.published?.version ?? 0} onTake={desk.replace} />
              <SiteFile />
            </>
          ) : (
            <group.Fields key={group.id} />
          )}
        </form>
        <SitePreview size={size} onSize={setSize} group={group.id} shown={group.shown} />
      </div>
      <PublishChanges desk={desk} onPublish={() => void publish()} />
    </SiteDeskContext>
  )
}

/** "changed", "2 to mend" or ''. */
function marksOf({ faults, changed }: SiteDesk, fields: string[]) {
  const count = (paths: string[]) =>
    paths.filter((path) => fields.some((field) => isWithin(path, field))).length
  const wrong = count(Object.keys(faults))
  if (wrong > 0) return `${wrong} to mend`
  return count(changed) > 0 ? 'changed' : ''
}
