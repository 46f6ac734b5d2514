import type { Centre } from '../centre-schema.ts'
import { isSitePicture, type PictureUse, type SitePicture } from './site-picture.ts'

export type NamedPicture = { path: string; use: PictureUse; picture: SitePicture }

/** Every picture of the centre's own that a document names, with the path of its field. */
export function namedPictures(centre: Centre): NamedPicture[] {
  const { pictures, slideshow, testimonials } = centre
  const places: [path: string, use: PictureUse, value: unknown][] = [
    ['pictures.logo', 'logo', pictures?.logo],
    ['pictures.about', 'about', pictures?.about],
    ...slideshow.slides.map(({ picture }, at) => place(`slideshow.slides[${at}].picture`, 'slide', picture)),
    ...testimonials.map(({ portrait }, at) => place(`testimonials[${at}].portrait`, 'portrait', portrait)),
  ]
  return places.flatMap(([path, use, value]) => (isSitePicture(value) ? [{ path, use, picture: value }] : []))
}

function place(path: string, use: PictureUse, value: unknown): [string, PictureUse, unknown] {
  return [path, use, value]
}

/** A copy with what `change` makes of each picture of the centre's own. */
export function withPictures(
  centre: Centre,
  change: <Kind extends SitePicture>(picture: Kind) => Kind,
): Centre {
  const { pictures, slideshow, testimonials } = centre
  return {
    ...centre,
    ...(pictures && {
      pictures: {
        ...pictures,
        ...(pictures.logo && { logo: change(pictures.logo) }),
        ...(pictures.about && { about: change(pictures.about) }),
      },
    }),
    slideshow: {
      ...slideshow,
      slides: slideshow.slides.map((slide) =>
        isSitePicture(slide.picture) ? { ...slide, picture: change(slide.picture) } : slide,
      ),
    },
    testimonials: testimonials.map((said) =>
      said.portrait ? { ...said, portrait: change(said.portrait) } : said,
    ),
  }
}
