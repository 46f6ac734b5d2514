import type { PreviewPath } from '#domain/centre/centre.ts'
import { POLICIES } from '#domain/centre/texts/policies.ts'
import { CentreGroup, ChannelsGroup, ContactsGroup, HomeGroup, LanguagesGroup } from './centre-groups.tsx'
import { ColoursGroup } from './colours-group.tsx'
import { ExamsGroup } from './exams-group.tsx'
import { AnnouncementsGroup, PlansGroup, SlidesGroup, TestimonialsGroup } from './lists-groups.tsx'
import { OfferGroup, PoliciesGroup, QuestionsGroup, ReasonsGroup, SentencesGroup } from './texts-groups.tsx'

/** A part of the site's content, with a page of the form. */
export type Group = {
  id: string
  name: string
  /** What of the document it holds. */
  fields: string[]
  /** The page that shows it best. */
  shown: PreviewPath
  Fields: React.ComponentType
}

export const GROUPS: Group[] = [
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
  {
    id: 'sentences',
    name: 'Sentences',
    fields: ['sentences'],
    shown: '/about',
    Fields: SentencesGroup,
  },
  {
    id: 'policies',
    name: 'Privacy and terms',
    fields: [...POLICIES],
    shown: '/privacy',
    Fields: PoliciesGroup,
  },
  {
    id: 'languages',
    name: 'Languages',
    fields: ['hiddenLanguages'],
    shown: '/',
    Fields: LanguagesGroup,
  },
  { id: 'plans', name: 'Plans', fields: ['plans', 'hiddenPlans'], shown: '/pricing', Fields: PlansGroup },
  {
    id: 'colours',
    name: 'Colours and logo',
    fields: ['colours', 'pictures.logo'],
    shown: '/',
    Fields: ColoursGroup,
  },
]
export const HISTORY: Group = { id: 'history', name: 'History', fields: [], shown: '/', Fields: () => null }
