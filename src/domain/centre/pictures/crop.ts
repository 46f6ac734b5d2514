/** In per cent of the picture's width and height. */
export type Crop = { x: number; y: number; width: number; height: number }
export type Size = { width: number; height: number }
export type CropShape = {
  /** Width by height. */
  aspect: number
  /** Whether it may reach beyond the picture, where nothing is seen then. */
  mayOverlap: boolean
}
type CropPixels = Size & { left: number; top: number }

/** As much as fits, from the middle; where it may overlap, the whole picture with room next to it. */
export function firstCrop({ width, height }: Size, { aspect, mayOverlap }: CropShape): Crop {
  const isWider = width / height > aspect
  const across = isWider === mayOverlap ? width : height * aspect
  const share = { width: (across / width) * 100, height: (across / aspect / height) * 100 }
  return rounded({ ...share, x: (100 - share.width) / 2, y: (100 - share.height) / 2 })
}

/** In whole pixels, in the shape's own aspect whatever was asked for, and within the picture unless it may overlap. */
export function cropPixels(crop: Crop, size: Size, { aspect, mayOverlap }: CropShape): CropPixels {
  const most = mayOverlap ? Number.POSITIVE_INFINITY : Math.min(size.width, size.height * aspect)
  const across = Math.min((crop.width / 100) * size.width, most)
  const width = Math.max(1, Math.floor(across + 0.01))
  const height = Math.max(1, Math.round(width / aspect))
  const middle = {
    x: ((crop.x + crop.width / 2) / 100) * size.width,
    y: ((crop.y + crop.height / 2) / 100) * size.height,
  }
  const place = (at: number, length: number, whole: number) => {
    const begin = Math.round(at - length / 2)
    return mayOverlap ? begin : Math.min(Math.max(0, begin), whole - length)
  }
  return {
    left: place(middle.x, width, size.width),
    top: place(middle.y, height, size.height),
    ...{ width, height },
  }
}

/** To hundredths of a per cent, so that the same crop is written down the same. */
export function rounded({ x, y, width, height }: Crop): Crop {
  const short = (value: number) => Math.round(value * 100) / 100 + 0
  return { x: short(x), y: short(y), width: short(width), height: short(height) }
}

/** How far may be zoomed: out to where all is seen, and in while `least` pixels are left, five times at most. */
export function zoomsOf({ width, height }: Size, { aspect, mayOverlap }: CropShape, least: number) {
  const fitted = Math.min(width, height * aspect)
  const whole = Math.max(width, height * aspect)
  return { least: mayOverlap ? fitted / whole : 1, most: Math.min(5, Math.max(1, fitted / least)) }
}
