import { useRouteLoaderData } from 'react-router'
import type { PublicCentre } from '#domain/centre/centre.ts'

/** What the root's loader gives to every page. */
export type RootData = {
  origin: string
  centre: PublicCentre
  /** The version of the content, 0 for site.config.ts. */
  contentVersion: number
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The centre as it was published when the page was loaded. */
export function useCentre(): PublicCentre {
  return (useRouteLoaderData('root') as RootData | undefined)?.centre ?? UNKNOWN.centre
}

/** For the heads of pages. */
export function rootDataOf(matches: Matches): RootData {
  return (matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined) ?? UNKNOWN
}

const PLAN = { lasts: '', papers: '', description: '' }
const CHANNEL = 'https://centre.invalid'

/** For error pages of requests that no loader was run for. */
const UNKNOWN: RootData = {
  origin: '',
  contentVersion: 0,
  centre: {
    name: 'Thervu',
    description: '',
    place: '',
    banner: '',
    tagline: '',
    phrases: [''],
    claims: { learners: 0, years: 0 },
    contacts: {
      ...{ email: '', phone: '', whatsapp: '', address: [], locality: '', region: '', postalCode: '' },
      ...{ hours: '', sample: false },
    },
    position: { latitude: 0, longitude: 0 },
    channels: {
      ...{ facebook: CHANNEL, instagram: CHANNEL, x: CHANNEL, website: CHANNEL },
      ...{ youtube: CHANNEL, whatsapp: CHANNEL, telegram: CHANNEL, linkedin: CHANNEL },
    },
    slideshow: { opens: 'never', slides: [] },
    plans: { mon: PLAN, half: PLAN, ann: PLAN, features: [] },
    credit: { name: '', link: CHANNEL },
    colours: { light: {}, dark: {} },
  },
}
