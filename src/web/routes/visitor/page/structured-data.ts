import { channelsOf } from '#domain/centre/channels.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { fullTitle, gradeLabel, sizeLabel, subjectName, titleLang, typeLabel } from '#domain/paper/labels.ts'
import { PREVIOUS_YEARS, type PublishedPaper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import type { RootData } from '#web/centre/use-centre.ts'

export function organisation({ origin, centre }: RootData): object {
  const { contacts, position } = centre
  return {
    '@type': 'EducationalOrganization',
    '@id': `${origin}/#centre`,
    name: centre.name,
    description: centre.description,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png${logoMark(centre)}`,
    email: contacts.email,
    telephone: contacts.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: contacts.address.join(', '),
      addressLocality: contacts.locality,
      addressRegion: contacts.region,
      postalCode: contacts.postalCode,
      addressCountry: 'IN',
    },
    geo: { '@type': 'GeoCoordinates', ...position },
    sameAs: channelsOf(centre).map(({ address }) => address),
  }
}

export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  }
}

export function learningResource({ origin, centre }: RootData, paper: PublishedPaper): object {
  const { type, grade, subject } = paper
  return {
    '@type': 'LearningResource',
    name: fullTitle(paper),
    url: origin + paperPath(paper),
    learningResourceType: 'Question paper',
    educationalLevel: grade === PREVIOUS_YEARS ? typeLabel(type) : `${typeLabel(type)} ${gradeLabel(grade)}`,
    about: subjectName(paper),
    datePublished: paper.publishedAt,
    inLanguage: subject === 'Tamil' || titleLang(paper.title) ? 'ta' : 'en',
    isAccessibleForFree: true,
    provider: {
      '@type': 'EducationalOrganization',
      '@id': `${origin}/#centre`,
      name: centre.name,
      url: `${origin}/`,
    },
    ...(paper.thumbnail && { thumbnailUrl: origin + paper.thumbnail }),
    encoding: {
      '@type': 'MediaObject',
      contentUrl: origin + paper.link,
      encodingFormat: 'application/pdf',
      contentSize: sizeLabel(paper.size),
    },
  }
}
