import { site } from '#site'

/** The centre as schema.org's EducationalOrganization. */
export function organisation(origin: string): object {
  const { contacts, position, channels } = site
  return {
    '@type': 'EducationalOrganization',
    '@id': `${origin}/#centre`,
    name: site.name,
    description: site.description,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
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
    sameAs: Object.values(channels),
  }
}

/** The way from the home page to this one, as schema.org's BreadcrumbList. */
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
