import { mkdirSync } from 'node:fs'
import { rm, unlink } from 'node:fs/promises'
import { randomName } from '#domain/files/file-key.ts'
import { type InboxFileStore, isUploadId } from '#domain/inbox/inbox.ts'
import { writeStream } from '#server/uploading/write-file.ts'
import { createKeyedLock, discardHidden, hiddenPath } from '../shared-inbox.ts'
import { asideName, asideOf, type ListedObject, REMOVED, type S3Objects } from './s3-objects.ts'
import type { StoreOnce } from './store-once.ts'

export const INBOX = 'inbox/'
export const PICTURE = 'page-1.webp'
const LAST_LOOK_MS = 5_000

/**
 * A folder for each pending file. Its picture comes last and names the PDF that it belongs to, so that both appear,
 * change and go as one. `copies` is a folder of this machine for what is lent.
 */
export function createS3Inbox(objects: S3Objects, once: StoreOnce, copies: string): InboxFileStore {
  mkdirSync(copies, { recursive: true, mode: 0o700 })

  async function pdfOf(name: string) {
    const { pdf } = (await objects.head(pictureOf(name)))?.metadata ?? {}
    return pdf && `${folderOf(name)}${pdf}`
  }

  async function removeAll(name: string, others: (object: ListedObject) => boolean) {
    for await (const object of objects.list(folderOf(name)))
      if (others(object)) await objects.remove(object.name)
  }

  /** The picture last, so that what is half moved is not there yet and is moved again. */
  async function moveAll(from: string, to: string) {
    const found = await Array.fromAsync(objects.list(from))
    const names = found.map((object) => object.name.slice(from.length)).filter((name) => name !== PICTURE)
    if (found.length === names.length || (await objects.head(`${to}${PICTURE}`))) return false
    for (const name of [...names, PICTURE]) await objects.move(`${from}${name}`, `${to}${name}`)
    return true
  }

  async function putPicture(name: string, pdf: string, picture: Uint8Array) {
    try {
      await objects.put(pictureOf(name), picture, { type: 'image/webp', metadata: { pdf } })
    } catch (error) {
      // The answer may have been lost after it was stored. Where nothing can be learnt, the sweep decides.
      const there = await objects.head(pictureOf(name), AbortSignal.timeout(LAST_LOOK_MS))
      if (there?.metadata.pdf === pdf) return
      await objects.remove(`${folderOf(name)}${pdf}`)
      throw error
    }
  }

  return {
    withLock: createKeyedLock(),

    async put(name, pdf, picture) {
      const pdfName = `${randomName(16)}.pdf`
      try {
        await once.put(`${folderOf(name)}${pdfName}`, pdf, 'application/pdf')
        await putPicture(name, pdfName, picture)
      } finally {
        await unlink(pdf.path).catch(() => {})
      }
      const kept = [`${folderOf(name)}${pdfName}`, pictureOf(name)]
      // Of the file whose place it takes; what cannot be removed now is left to the sweep.
      await removeAll(name, (object) => !kept.includes(object.name)).catch(() => {})
    },

    picture: async (name) => await objects.read(pictureOf(name)),

    async lend(name, use) {
      const pdf = await pdfOf(name)
      const bytes = pdf && (await objects.open(pdf))
      if (!bytes) return null
      const copy = hiddenPath(copies)
      try {
        await writeStream(bytes, copy)
        return await use(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },

    async remove(name) {
      if (!(await objects.head(pictureOf(name)))) return false
      await objects.remove(pictureOf(name))
      await removeAll(name, () => true)
      return true
    },

    async *list() {
      for await (const { name, storedAt } of objects.list(INBOX)) {
        const [held = '', file] = name.slice(INBOX.length).split('/')
        if (file === PICTURE && isUploadId(held)) yield { name: held, storedAt }
      }
    },

    async setAside(name, day) {
      if (!(await objects.head(pictureOf(name)))) return false
      const aside = asideName({ day, name: `${INBOX}${name}/` })
      return await moveAll(folderOf(name), aside)
    },

    putBack: async ({ day, name }) =>
      await moveAll(asideName({ day, name: `${INBOX}${name}/` }), folderOf(name)),

    async discardAside({ day, name }) {
      for await (const object of objects.list(asideName({ day, name: `${INBOX}${name}/` })))
        await objects.remove(object.name)
    },

    async *listAside() {
      for await (const object of objects.list(REMOVED)) {
        const { day = '', name = '' } = asideOf(object.name) ?? {}
        const [folder, upload = '', file] = name.split('/')
        if (`${folder}/` === INBOX && file === PICTURE && isUploadId(upload)) yield { day, name: upload }
      }
    },

    async discardUnfinished(before) {
      const found = await Array.fromAsync(objects.list(INBOX))
      for (const [held, parts] of Map.groupBy(
        found,
        ({ name }) => name.slice(INBOX.length).split('/')[0] ?? '',
      )) {
        if (!isUploadId(held)) continue
        const pdfs = parts.filter(({ name }) => name.endsWith('.pdf'))
        const isWhole = pdfs.length === 1 && parts.length === 2
        const needed = isWhole ? pdfs[0]?.name : await pdfOf(held)
        for (const { name, storedAt } of pdfs) {
          if (name !== needed && storedAt <= before) await objects.remove(name)
        }
      }
      await once.discardParts(INBOX, before)
      await discardHidden(copies, before)
    },
  }
}

function folderOf(name: string) {
  if (!isUploadId(name)) throw new Error(`Not the name of an upload: ${name}`)
  return `${INBOX}${name}/`
}

function pictureOf(name: string) {
  return `${folderOf(name)}${PICTURE}`
}
