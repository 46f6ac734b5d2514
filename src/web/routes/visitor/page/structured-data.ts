import { channelsOf } from '#domain/centre/channels.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { labelsOf, titleLang } from '#domain/language/labels.ts'
import { inLanguage, type Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { PREVIOUS_YEARS, type PublishedPaper } from '#domain/paper/paper.ts'
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

export function breadcrumbs(
  origin: string,
  steps: { name: string; path: string }[],
  language: Language,
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: messagesOf(language).crumbs_home(), path: '/' }, ...steps].map(
      ({ name, path }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item: origin + inLanguage(path, language),
      }),
    ),
  }
}

export function learningResource(
  { origin, centre }: RootData,
  paper: PublishedPaper,
  language: Language,
): object {
  const { type, grade, subject } = paper
  const labels = labelsOf(language)
  return {
    '@type': 'LearningResource',
    name: labels.fullTitle(paper),
    url: origin + inLanguage(paperPath(paper), language),
    learningResourceType: 'Question paper',
    educationalLevel:
      grade === PREVIOUS_YEARS ? labels.type(type) : `${labels.type(type)} ${labels.grade(grade)}`,
    about: labels.paperSubject(paper),
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
