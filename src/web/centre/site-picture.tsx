import {
  largestAddress,
  PICTURE_FORMATS,
  type SitePicture as Picture,
  type PictureUse,
  sourceSet,
} from '#domain/centre/pictures/site-picture.ts'

type SitePictureProps = {
  picture: Picture
  use: PictureUse
  /** Empty where what it shows is said next to it. */
  alt: string
  /** As wide as it is shown. */
  sizes: string
  className?: string
  /** Above what is seen first. */
  isFirst?: boolean
}

/** A picture of the centre's own, as AVIF or else WebP, in the width that is needed; its room is kept from the start. */
export function SitePicture({ picture, use, alt, sizes, className, isFirst = false }: SitePictureProps) {
  return (
    <picture className="contents [&>source]:hidden">
      <source type={PICTURE_FORMATS.avif} srcSet={sourceSet(use, picture, 'avif')} sizes={sizes} />
      <img
        loading={isFirst ? undefined : 'lazy'}
        decoding="async"
        src={largestAddress(picture)}
        srcSet={sourceSet(use, picture, 'webp')}
        alt={alt}
        {...{ sizes, className, width: picture.width, height: picture.height }}
      />
    </picture>
  )
}
