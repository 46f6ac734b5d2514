import { useRouteLoaderData } from 'react-router'
import type { PublicCentre } from '#domain/centre/centre.ts'
import type { Language } from '#domain/language/languages.ts'
import { centreOf } from './known-centres.ts'

/** What the root's loader gives to every page. */
export type RootLoaded = {
  origin: string
  /** The version of the content, 0 for site.config.ts. */
  contentVersion: number
  /** Of the content: visitors' pages carry no more of it, and their code asks for the rest. */
  digest: string
  /** Where it is not English. */
  language?: Language
  /** In the admin area alone. */
  centre?: PublicCentre
}
export type RootData = RootLoaded & { centre: PublicCentre }

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The centre as it was published when the page was loaded. */
export function useCentre(): PublicCentre {
  return whole(useRouteLoaderData('root')).centre
}

/** For the heads of pages. */
export function rootDataOf(matches: Matches): RootData {
  return whole(matches.find((match) => match?.id === 'root')?.loaderData)
}

function whole(data: unknown): RootData {
  const loaded = data as RootLoaded | undefined
  const centre = loaded?.centre ?? (loaded && centreOf(loaded.digest))
  return loaded && centre ? { ...loaded, centre } : UNKNOWN
}

const PLAN = { lasts: '', papers: '', description: '' }
const CHANNEL = 'https://centre.invalid'

/** For error pages of requests that no loader was run for. */
const UNKNOWN: RootData = {
  origin: '',
  contentVersion: 0,
  digest: '',
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
