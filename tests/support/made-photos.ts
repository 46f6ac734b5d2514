import sharp from 'sharp'

/** A photo of a printed page as a phone takes it: grey paper in a shadow, dark print, JPEG. */
export async function pagePhoto(text: string, { width = 1200, height = 1600 } = {}): Promise<Buffer> {
  const print = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="shadow"><stop stop-color="#8f8b80"/><stop offset="1" stop-color="#c9c4b6"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#shadow)"/>
      <g fill="#3a3733">${Array.from({ length: 18 }, (_, line) => `<rect x="${width * 0.1}" y="${height * (0.2 + line * 0.04)}" width="${width * (line % 3 === 2 ? 0.5 : 0.8)}" height="${height * 0.012}"/>`).join('')}</g>
      <text x="${width / 2}" y="${height * 0.12}" font-size="${height * 0.05}" text-anchor="middle" fill="#2b2926">${text}</text>
    </svg>`,
  )
  return await sharp(print).jpeg({ quality: 85 }).toBuffer()
}

/** A picture of one colour, as somebody may choose it for a paper's thumbnail; PNG. */
export async function plainPicture(background: string): Promise<Buffer> {
  return await sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
}
