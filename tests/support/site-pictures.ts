import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Crop } from '#domain/centre/pictures/crop.ts'
import type { PictureUse, SitePicture } from '#domain/centre/pictures/site-picture.ts'
import type { SignedIn, Site } from './site.ts'
import { newUploadId, sendAndUse } from './uploads.ts'

export type Source = { source: string; width: number; height: number }
type Refusal = { code: string; detail: string; field: string }

/** Four quarters in four colours, so that it can be seen which part was cropped; JPEG. */
export async function quarters(width = 400, height = 300): Promise<Buffer> {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const colours = ['#d02020', '#20a030', '#2040d0', '#e0c020']
  const rects = colours.map(
    (colour, at) =>
      `<rect x="${(at % 2) * w}" y="${at < 2 ? 0 : h}" width="${w}" height="${h}" fill="${colour}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rects.join('')}</svg>`
  return await sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer()
}

/** Drops or pastes a file, as other programs give it to the browser. */
export async function giveFile(
  page: Page,
  kind: 'drop' | 'paste',
  at: string,
  bytes: Buffer,
  name: string,
  type = 'image/jpeg',
) {
  await page.evaluate(
    ({ kind, at, base64, name, type }) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      document.querySelector(at)?.dispatchEvent(event)
    },
    { kind, at, base64: bytes.toString('base64'), name, type },
  )
}

/** What the admin area does with pictures, over HTTP. */
export function picturesOf(site: Site, { headers }: SignedIn) {
  const json = { ...headers, 'Content-Type': 'application/json' }
  async function send(file: Uint8Array, use: PictureUse, name = 'photo.jpg') {
    const upload = { uploadId: newUploadId(), name }
    return await sendAndUse(site, headers, file, upload, ({ withoutScripts: _, ...sent }) => ({
      ...{ method: 'POST', path: '/site/pictures', json: { ...sent, use } },
    }))
  }
  async function crop(source: string, use: PictureUse, part: Crop) {
    const body = JSON.stringify({ use, crop: part })
    return await site.fetch(`/api/admin/site/pictures/${source}/crops`, {
      method: 'POST',
      headers: json,
      body,
    })
  }
  return {
    send,
    crop,
    async refusal(file: Uint8Array, use: PictureUse = 'slide') {
      const answer = await send(file, use)
      return { status: answer.status, ...((await answer.json()) as Refusal) }
    },
    /** Sent and cropped. */
    async make(file: Uint8Array, use: PictureUse, part: Crop): Promise<SitePicture> {
      const { source } = (await (await send(file, use)).json()) as Source
      return ((await (await crop(source, use, part)).json()) as { picture: SitePicture }).picture
    },
    async post(path: string, body: object) {
      return await site.fetch(`/api/admin${path}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      })
    },
    async put(basedOn: number, centre: unknown) {
      const body = JSON.stringify({ basedOn, centre })
      return await site.fetch('/api/admin/site', { method: 'PUT', headers: json, body })
    },
    async sendContentFile(text: string) {
      const upload = { uploadId: newUploadId(), name: 'site-content.json' }
      return await sendAndUse(site, headers, Buffer.from(text), upload, ({ withoutScripts: _, ...sent }) => ({
        ...{ method: 'POST', path: '/site/content-files', json: sent },
      }))
    },
  }
}
